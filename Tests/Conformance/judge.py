"""Judges the suite's report strictly: both verdicts of each case count, and every case has to be there."""

import json
from collections import Counter

# What the suite itself calls informational, whatever a client does.
INFORMATIONAL = {"7.1.6", "7.13.1", "7.13.2"}


def verdict(case, result):
    """`passed`, `non-strict` or `failed`."""
    allowed = {"OK", "INFORMATIONAL"} if case in INFORMATIONAL else {"OK"}
    behavior, close = result["behavior"], result["behaviorClose"]
    if behavior in allowed and close in {"OK", "INFORMATIONAL"}:
        return "passed"
    if behavior == "NON-STRICT" and close in {"OK", "INFORMATIONAL"}:
        return "non-strict"
    return "failed"


def judge(index, agent, expected):
    """Prints what is not as it should be, and the counts; whether everything passed."""
    with open(index) as file:
        results = json.load(file).get(agent, {})
    counts = Counter()
    for case in expected:
        result = results.get(case)
        outcome = verdict(case, result) if result else "failed"
        counts[outcome] += 1
        if outcome != "passed":
            said = f"{result['behavior']}, close {result['behaviorClose']}" if result else "no result"
            print(f"{outcome}: {case}: {said}")
    informational = sum(1 for case in expected if case in results and results[case]["behavior"] == "INFORMATIONAL")
    print(f"cases {len(expected)}, passed {counts['passed']} (informational {informational}), "
          f"non-strict {counts['non-strict']}, failed {counts['failed']}")
    return counts["passed"] == len(expected)
