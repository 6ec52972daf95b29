"""How the target ran: time and failures."""

METRICS: dict[str, str] = {
    "latency": "latency:Latency",
    "target_error": "target_error:TargetError",
}
