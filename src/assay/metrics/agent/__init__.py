"""Agents and tools: calls, trajectories, states, repeated runs."""

METRICS: dict[str, str] = {
    "tool_call_accuracy": "tool_call_accuracy:ToolCallAccuracy",
    "tool_call_precision": "tool_call_precision:ToolCallPrecision",
    "tool_call_recall": "tool_call_recall:ToolCallRecall",
    "tool_call_f1": "tool_call_f1:ToolCallF1",
    "trajectory_match": "trajectory_match:TrajectoryMatch",
    "step_count": "step_count:StepCount",
    "loops": "loops:Loops",
    "state_check": "state_check:StateCheck",
    "agent_goal_accuracy": "goal_accuracy:AgentGoalAccuracy",
    "agent_goal_accuracy[inferred]": "goal_accuracy:InferredGoalAccuracy",
    "topic_adherence": "judged_topic_adherence:TopicAdherence",
    "topic_adherence[labels]": "topic_adherence:TopicAdherenceLabels",
}
