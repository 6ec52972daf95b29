"""Do the passages support what the answer says."""

METRICS: dict[str, str] = {
    "faithfulness": "faithfulness:Faithfulness",
    "faithfulness[grounding]": "faithfulness:GroundedFaithfulness",
}
