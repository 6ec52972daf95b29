"""How the target ran: time, tokens, money, repetition and failures."""

METRICS: dict[str, str] = {
    "latency": "latency:Latency",
    "tokens": "tokens:Tokens",
    "cost": "cost:Cost",
    "context_redundancy": "context_redundancy:ContextRedundancy",
    "target_error": "target_error:TargetError",
}
