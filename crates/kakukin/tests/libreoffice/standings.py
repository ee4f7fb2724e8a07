"""Opens the workbook of standings in LibreOffice and tries other rates.

Arguments: the workbook, a folder for LibreOffice's own files, and a file with one question a line
as JSON: {"p": .., "f": .., "players": ..}. Prints for each what the players then have: points, points
per game, traditional points, rank on points; the sum of all points; and where formulas have errors.
"""

import json
import sys

from viewer import connect, end, errors, opened, shown

TOP = 3
COLUMNS = (2, 3, 12, 15)


def main(workbook, profile, questions):
    office, context = connect(profile)
    try:
        desktop, document = opened(context, workbook)
        sheets = document.Sheets
        standings, points = sheets.getByIndex(0), sheets.getByIndex(sheets.Count - 1)
        for line in open(questions, encoding="utf-8"):
            question = json.loads(line)
            points.getCellByPosition(1, 3).Value = question["p"]
            points.getCellByPosition(1, 4).Value = question["f"]
            document.calculateAll()
            rows = range(TOP, TOP + question["players"])
            row = lambda at: [shown(standings.getCellByPosition(column, at)) for column in COLUMNS]
            answer = {
                "names": [shown(standings.getCellByPosition(1, at)) for at in rows],
                "rows": [row(at) for at in rows],
                "sum": shown(standings.getCellByPosition(2, TOP + question["players"])),
                "errors": errors(document),
            }
            print(json.dumps(answer))
        document.close(True)
        end(desktop)
        office.wait(60)
    finally:
        if office.poll() is None:
            office.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
