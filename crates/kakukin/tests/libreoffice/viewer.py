"""Drives LibreOffice as a user drives the workbook: opens it, chooses values, reads the answers.

Arguments: the workbook, a folder for LibreOffice's own files, and a file with one question a
line as JSON: {"p": .., "f": .., "turns": .., "limit": ..}, values of the cells to choose in; or
"sort", to turn the rows of the sheets with cases round. Prints what the viewer shows, one answer
a line: when it is opened, when everything is calculated again, and after each question.
"""

import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException
from com.sun.star.table.CellContentType import EMPTY, FORMULA, VALUE

# com.sun.star.sheet.FormulaResult
NUMBER = 1
ERROR = 4


def connect(profile):
    """Starts LibreOffice with a profile and a pipe of its own."""
    pipe = "kakukin%d" % os.getpid()
    office = subprocess.Popen(
        [
            "soffice",
            "-env:UserInstallation=file://" + os.path.abspath(profile),
            "--headless",
            "--norestore",
            "--nologo",
            "--accept=pipe,name=%s;urp;" % pipe,
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext(
        "com.sun.star.bridge.UnoUrlResolver", local
    )
    address = "uno:pipe,name=%s;urp;StarOffice.ComponentContext" % pipe
    for _ in range(600):
        try:
            return office, resolver.resolve(address)
        except NoConnectException:
            if office.poll() is not None:
                sys.exit("LibreOffice ended with %d" % office.returncode)
            time.sleep(0.2)
    office.kill()
    sys.exit("LibreOffice does not answer")


def opened(context, workbook):
    """The office, and the workbook in a window that nobody sees."""
    desktop = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.frame.Desktop", context
    )
    hidden = PropertyValue()
    hidden.Name, hidden.Value = "Hidden", True
    url = uno.systemPathToFileUrl(os.path.abspath(workbook))
    return desktop, desktop.loadComponentFromURL(url, "_blank", 0, (hidden,))


def end(desktop):
    """Asks the office to go; it may be gone before it has answered."""
    try:
        desktop.terminate()
    except DisposedException:
        pass


def shown(cell):
    """A number, a text, or None for an empty cell."""
    if cell.Type == EMPTY:
        return None
    if cell.Type == VALUE or (cell.Type == FORMULA and cell.FormulaResultType2 == NUMBER):
        return cell.Value
    return cell.String


def errors(document):
    """Where formulas have errors, on any sheet."""
    ranges = [sheet.queryFormulaCells(ERROR).RangeAddressesAsString for sheet in document.Sheets]
    return [addresses for addresses in ranges if addresses]


def sort_by_last_column(sheet):
    """Turns the rows of cases round, as a user may with the filter: largest key first."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    address = cursor.RangeAddress
    rows = sheet.getCellRangeByPosition(0, 4, address.EndColumn, address.EndRow)
    field = uno.createUnoStruct("com.sun.star.table.TableSortField")
    field.Field, field.IsAscending = address.EndColumn, False
    fields = PropertyValue()
    fields.Name = "SortFields"
    fields.Value = uno.Any("[]com.sun.star.table.TableSortField", (field,))
    headless = PropertyValue()
    headless.Name, headless.Value = "ContainsHeader", False
    uno.invoke(rows, "sort", ((fields, headless),))


def choose(cell, value):
    if isinstance(value, str):
        cell.String = value
    else:
        cell.Value = value


def main(workbook, profile, questions):
    office, context = connect(profile)
    try:
        desktop, document = opened(context, workbook)
        sheets = document.Sheets
        viewer, lists = sheets.getByIndex(0), sheets.getByIndex(sheets.Count - 1)
        column = lambda sheet, at, rows: [
            shown(sheet.getCellByPosition(at, row)) for row in rows
        ]

        def state():
            chart = viewer.Charts.getByIndex(0).EmbeddedObject
            series = chart.FirstDiagram.CoordinateSystems[0].ChartTypes[0].DataSeries
            drawn = []
            for one in series:
                for sequence in one.DataSequences:
                    if sequence.Values.Role == "values-y":
                        drawn.append(list(sequence.Values.NumericalData))
            return {
                "inputs": column(viewer, 1, range(4, 8)),
                "status": shown(viewer.getCellByPosition(0, 8)),
                "rule": column(viewer, 1, range(11, 18)),
                "exact": column(viewer, 1, range(20, 28)),
                "dice": column(viewer, 2, range(20, 28)),
                "note": shown(viewer.getCellByPosition(0, 28)),
                "text": column(viewer, 0, range(31, 37)),
                "curve": column(lists, 1, range(3, 49)),
                "drawn": drawn,
                "errors": errors(document),
            }

        print(json.dumps(state()))
        document.calculateAll()
        print(json.dumps(state()))
        for line in open(questions, encoding="utf-8"):
            question = json.loads(line)
            if question == "sort":
                for index in (2, 3):
                    sort_by_last_column(sheets.getByIndex(index))
                print(json.dumps(state()))
                continue
            for row, name in enumerate(("p", "f", "turns", "limit"), 4):
                choose(viewer.getCellByPosition(1, row), question[name])
            print(json.dumps(state()))
        document.close(True)
        end(desktop)
        office.wait(60)
    finally:
        if office.poll() is None:
            office.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
