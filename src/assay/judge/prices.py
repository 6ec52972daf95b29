"""What tokens cost: the user's own prices first, then the maintained table of `genai-prices`. Unknown stays unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib import metadata

from assay.errors import ConfigurationError
from assay.records.output import Usage
from assay.remote.endpoint import Endpoint

_MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens in and out."""

    input: Decimal
    output: Decimal


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by `provider/model`. `own` are the user's and win over the table.

    >>> from assay.remote.endpoint import resolve_endpoint
    >>> own = own_prices({"vllm/qwen": {"input": 0.5, "output": 1}})
    >>> Prices(own).usd(resolve_endpoint("vllm/qwen", environ={}), Usage(input_tokens=1000, output_tokens=10))
    Decimal('0.00051')
    """

    own: Mapping[str, Price] = field(default_factory=dict)

    def usd(self, endpoint: Endpoint, usage: Usage) -> Decimal | None:
        """The price of one call; None when the tokens or their price are unknown. A local server that nobody bills costs 0."""
        if usage.input_tokens is None or usage.output_tokens is None:
            return Decimal(0) if endpoint.provider.free and endpoint.name not in self.own else None
        price = self.own.get(endpoint.name)
        if price is not None:
            return (usage.input_tokens * price.input + usage.output_tokens * price.output) / _MILLION
        if endpoint.provider.free:
            return Decimal(0)
        return _from_table(endpoint, usage.input_tokens, usage.output_tokens)

    def known(self, endpoint: Endpoint) -> bool:
        """Whether a call to this model can be priced."""
        return self.usd(endpoint, Usage(input_tokens=1, output_tokens=1)) is not None

    @property
    def source(self) -> str:
        """The price table and its version, for the record."""
        try:
            return f"genai-prices {metadata.version('genai-prices')}"
        except metadata.PackageNotFoundError:
            return "own prices only (genai-prices is not installed)"


def own_prices(table: Mapping[str, object]) -> dict[str, Price]:
    """Read the user's prices: `{"provider/model": {"input": usd, "output": usd}}`, for a million tokens.

    Raises:
        ConfigurationError: an entry is not of this form, or negative.
    """
    return {name: _own_price(name, entry) for name, entry in table.items()}


def _own_price(name: str, entry: object) -> Price:
    if isinstance(entry, Mapping) and set(entry) == {"input", "output"}:
        numbers = [entry["input"], entry["output"]]
        if all(isinstance(number, (int, float, Decimal)) and not isinstance(number, bool) for number in numbers):
            price = Price(*(Decimal(str(number)) for number in numbers))
            if price.input.is_finite() and price.output.is_finite() and min(price.input, price.output) >= 0:
                return price
    raise ConfigurationError(
        f"the price of {name!r} must be {{input: usd, output: usd}} for a million tokens, got {entry!r}", code="prices"
    )


def _from_table(endpoint: Endpoint, input_tokens: int, output_tokens: int) -> Decimal | None:
    provider, model = endpoint.provider.name, endpoint.model
    return _table_price(provider, model, input_tokens, output_tokens) if _is_listed(provider, model) else None


@cache
def _is_listed(provider: str, model: str) -> bool:
    try:
        return _table_price(provider, model, 1, 1) is not None
    except (ImportError, LookupError):
        return False


def _table_price(provider: str, model: str, input_tokens: int, output_tokens: int) -> Decimal:
    import genai_prices

    usage = genai_prices.Usage(input_tokens=input_tokens, output_tokens=output_tokens)
    return Decimal(genai_prices.calc_price(usage, model_ref=model, provider_id=provider).total_price)
