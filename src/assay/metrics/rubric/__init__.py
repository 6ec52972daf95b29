"""Judged by a written criterion or rubric."""

METRICS: dict[str, str] = {
    "aspect_critic": "aspect_critic:AspectCritic",
    "criteria": "criteria:Criteria",
    "rubric": "rubric:Rubric",
    "rubric[reference]": "rubric:RubricWithReference",
    "rubric[case]": "case_rubrics:CaseRubrics",
    "g_eval": "g_eval:GEval",
    "pairwise_preference": "pairwise_preference:PairwisePreference",
    "discrete_judge": "discrete_judge:DiscreteJudge",
    "numeric_judge": "numeric_judge:NumericJudge",
    "ranking_judge": "ranking_judge:RankingJudge",
}
