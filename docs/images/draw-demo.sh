#!/bin/sh
# Runs ./rowlock demo on a terminal of its own and draws the last screen as docs/images/demo.svg. Prints the part of
# the output that README.md shows as text. Needs script (util-linux) and awk.
set -eu

images=$(CDPATH='' cd -- "$(dirname "$0")" && pwd -P)
root=$(dirname "$(dirname "$images")")
"$root/rowlock" help >/dev/null # builds it, so that the picture does not show Maven
typescript=$(mktemp)
screen=$(mktemp)
trap 'rm -f "$typescript" "$screen"' EXIT

script -qefc "stty rows 50 cols 100; exec env TERM=xterm '$root/rowlock' demo" /dev/null </dev/null >"$typescript"

# The screen: a line that is drawn again takes the place of the one before.
tr -d '\r' <"$typescript" | awk '
    BEGIN { esc = sprintf("%c", 27); row = 1 }
    {
        line = $0
        while (match(line, esc "\\[[0-9]+A")) {
            row -= substr(line, RSTART + 2, RLENGTH - 3)
            line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH)
        }
        gsub(esc "\\[\\?7[lh]", "", line)
        gsub(esc "\\[2K", "", line)
        lines[row++] = line
        if (row > last) last = row
    }
    END { for (i = 1; i < last; i++) print lines[i] }
' >"$screen"

awk '
    BEGIN {
        esc = sprintf("%c", 27)
        colour["1"] = "title"; colour["2"] = "quiet"; colour["31"] = "bad"; colour["32"] = "good"; colour["33"] = "notable"
        lines[++count] = "$ ./rowlock demo"
    }
    { lines[++count] = $0 }
    function text(plain) { gsub(/&/, "\\&amp;", plain); gsub(/</, "\\&lt;", plain); gsub(/>/, "\\&gt;", plain); return plain }
    # A colour lasts over the ends of lines, until the one that ends it.
    function drawn(line,    result, code) {
        result = class == "" ? "" : "<tspan class=\"" class "\">"
        while (match(line, esc "\\[[0-9]+m")) {
            code = substr(line, RSTART + 2, RLENGTH - 3)
            result = result text(substr(line, 1, RSTART - 1))
            if (class != "") result = result "</tspan>"
            class = code in colour ? colour[code] : ""
            if (class != "") result = result "<tspan class=\"" class "\">"
            line = substr(line, RSTART + RLENGTH)
        }
        return result text(line) (class == "" ? "" : "</tspan>")
    }
    END {
        height = 60 + 19 * count
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 %d\" width=\"800\" height=\"%d\" role=\"img\">\n", height, height
        print "<title>The output of ./rowlock demo</title>"
        print "<style>"
        print "text { font: 14px ui-monospace, Menlo, Consolas, \"DejaVu Sans Mono\", monospace; fill: #d6dbe3; white-space: pre }"
        print ".title { font-weight: 700; fill: #fff } .quiet { fill: #7d8794 } .bad { fill: #ff7b72 } .good { fill: #7ee787 } .notable { fill: #e3b341 }"
        print "</style>"
        print "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#161b22\"/>"
        print "<circle cx=\"22\" cy=\"20\" r=\"6\" fill=\"#ff5f57\"/><circle cx=\"42\" cy=\"20\" r=\"6\" fill=\"#febc2e\"/><circle cx=\"62\" cy=\"20\" r=\"6\" fill=\"#28c840\"/>"
        for (i = 1; i <= count; i++) {
            line = drawn(lines[i])
            if (line != "") printf "<text x=\"20\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", 38 + 19 * i, line
        }
        print "</svg>"
    }
' "$screen" >"$images/demo.svg"

# The table, and the sentence that says what was shown.
sed "s/$(printf '\033')\[[0-9]*m//g" "$screen" | awk '
    /^ +sold +oversold/ { table = 1 }
    table && /^$/ { table = 0; print "" }
    table || /^Without a lock/ || /^Under Rowlock/ { print }
'
