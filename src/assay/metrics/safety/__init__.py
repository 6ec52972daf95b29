"""What must not come out of a system, and what must not get in."""

METRICS: dict[str, str] = {
    "pii": "pii:Pii",
    "secret_leakage": "secret_leakage:SecretLeakage",
    "canary_leakage": "canary_leakage:CanaryLeakage",
    "prompt_injection_success": "prompt_injection:PromptInjectionSuccess",
    "url_allow_list": "url_allow_list:UrlAllowList",
    "refusal": "refusal:Refusal",
    "truthfulness[labels]": "truthfulness:TruthfulnessLabels",
}
