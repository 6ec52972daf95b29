"""Finding out, with one small question, what a server and model support. Fatal problems show here, before the first real call."""

from __future__ import annotations

from dataclasses import replace

from assay.errors import JudgeError, RemoteError
from assay.judge.chat import PATH, Capabilities, Structure, read_answer, write_request
from assay.judge.completion import ChatRequest
from assay.judge.reply import read_object
from assay.remote.caller import Watch
from assay.remote.client import RemoteClient
from assay.remote.clock import Deadline
from assay.remote.failure import BAD_REQUEST

PROBE_QUESTION = "What colour is a clear daytime sky?"
COLOURS = ("blue", "green", "red")
_SCHEMA = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "colour": {"type": "string", "enum": list(COLOURS)}},
    "required": ["reason", "colour"],
}
_REFUSABLE = ("temperature", "top_p", "seed", "logprobs", "top_logprobs")


def probe_request(structure: Structure) -> ChatRequest:
    """The question. The schema is told in words only where nothing else holds the server to it."""
    told = " Reply with a JSON object with the fields `reason` (one sentence) and `colour` (blue, green or red)."
    weak = structure in (Structure.JSON_OBJECT, Structure.INSTRUCTION)
    content = PROBE_QUESTION + (told if weak else "")
    return ChatRequest(messages=({"role": "user", "content": content},), schema=_SCHEMA, max_tokens=1024)


async def find_capabilities(client: RemoteClient, *, deadline: Deadline, watch: Watch) -> Capabilities:
    """The strongest way of structured output that the server takes and keeps to, and the settings that the model refuses.

    Raises:
        RemoteError: the server cannot be reached, or refuses even a plain request.
    """
    found = Capabilities(structure=Structure.JSON_SCHEMA, limit_field=client.endpoint.provider.limit_field)
    for structure in Structure:
        found = replace(found, structure=structure)
        adapted, kept = await _try(client, found, deadline, watch)
        found = adapted
        if kept:
            break
    return found


async def _try(
    client: RemoteClient, capabilities: Capabilities, deadline: Deadline, watch: Watch
) -> tuple[Capabilities, bool]:
    """Ask in one way, giving up refused settings one at a time; whether the reply kept to the schema."""
    for _ in range(len(_REFUSABLE) + 2):
        body = write_request(probe_request(capabilities.structure), client.endpoint, capabilities)
        try:
            attempt = await client.post(PATH, body, tokens=64, deadline=deadline, watch=watch)
            return capabilities, _kept(read_answer(attempt, capabilities).text, capabilities.structure)
        except RemoteError as error:
            if error.code != BAD_REQUEST:
                raise
            adapted = adapt(capabilities, error)
            if adapted is None and capabilities.structure is Structure.INSTRUCTION:
                raise
        if adapted is None:
            break
        capabilities = adapted
    return capabilities, False


def adapt(capabilities: Capabilities, error: RemoteError) -> Capabilities | None:
    """Capabilities without the setting that the server complains about; None when it complains about something else."""
    message = error.message.lower()
    other = "max_completion_tokens" if capabilities.limit_field == "max_tokens" else "max_tokens"
    if error.parameter == capabilities.limit_field or (capabilities.limit_field in message and other in message):
        return replace(capabilities, limit_field=other)
    for name in _REFUSABLE:
        if name not in capabilities.refused and (error.parameter == name or name in message):
            return replace(capabilities, refused=(*capabilities.refused, name))
    return None


def _kept(text: str, structure: Structure) -> bool:
    if structure is Structure.INSTRUCTION:
        return True
    try:
        value = read_object(text).value
    except JudgeError:
        return False
    return value.get("colour") in COLOURS
