"""Generated requests to every operation of the OpenAPI document of a server that runs:
no error of ours, no status, type, header or body that the document does not have, and a
method it does not have is refused. Many requests must be answered, else only refusals would have
been tested.

    check.py http://127.0.0.1:7070
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).parent
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
]
EXAMPLES = 25
# Requests that are answered: some of every operation, and many in all. One worker: threads break
# the interpreter's own parser now and then.
LEAST = 1
LEAST_IN_ALL = 600
SECONDS = 600


def main():
    url = sys.argv[1].rstrip("/")
    reports = pathlib.Path(os.environ.get("KAKUKIN_API_REPORTS", "target/api-reports"))
    reports.mkdir(parents=True, exist_ok=True)
    har = reports / "requests.har"
    run = subprocess.run(
        [
            pathlib.Path(sys.executable).parent / "schemathesis",
            "run",
            f"{url}/api/openapi.json",
            "--checks", ",".join(CHECKS),
            "--phases", "examples,coverage,fuzzing",
            "--max-examples", str(EXAMPLES),
            "--seed", "20260101",
            "--generation-database", "none",
            "--suppress-health-check", "all",
            "--workers", "1",
            "--request-timeout", "60",
            "--continue-on-failure",
            "--report", "har",
            "--report-har-path", har,
            "--no-color",
        ],
        env={**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE)},
        timeout=SECONDS,
        check=False,
    )
    counts = answered(har, url)
    low = [f"{name}: {count}" for name, count in sorted(counts.items()) if count < LEAST]
    if sum(counts.values()) < LEAST_IN_ALL:
        low.append(f"in all: {sum(counts.values())}")
    if run.returncode != 0:
        sys.exit(run.returncode)
    if low:
        sys.exit("too few requests were answered, so that little was tested:\n" + "\n".join(low))


def answered(har, url):
    """How many requests were answered, by operation."""
    with urllib.request.urlopen(f"{url}/api/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    counts = collections.defaultdict(collections.Counter)
    for entry in json.loads(har.read_text("utf-8"))["log"]["entries"]:
        path = urllib.parse.urlsplit(entry["request"]["url"]).path
        method = entry["request"]["method"].lower()
        if method in paths.get(path, {}):
            counts[f"{method} {path}"][entry["response"]["status"]] += 1
    missing = [f"{m} {p}" for p, ms in paths.items() for m in ms if f"{m} {p}" not in counts]
    if missing:
        sys.exit("never asked: " + ", ".join(missing))
    for name, statuses in sorted(counts.items()):
        print(f"{name:45}", ", ".join(f"{status}: {n}" for status, n in sorted(statuses.items())))
    return {name: statuses[200] for name, statuses in counts.items()}


if __name__ == "__main__":
    main()
