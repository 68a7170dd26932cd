#!/bin/bash
# Checks the end state of /app. The reward is 1 where every check passes.
export LC_ALL=C
mkdir -p /logs/verifier
echo 0 > /logs/verifier/reward.txt
cd /app || exit 1
failed=0
check() { # name, condition, rule that it follows from
  if eval "$2" > /dev/null; then echo "PASS $1"; else echo "FAIL $1${3:+. House rule: $3}"; failed=1; fi
} 2> /dev/null
week_dates='a date is an ISO week date, 14 March 2031 as 2031-W11-5 (date +%G-W%V-%u)'
report_count='a .report file ends with the line lines: <n>, where n is the number of lines above it'
rows=$(grep -v '^lines: ' overdue.report 2> /dev/null)
check 'the borrowers' '[ "$(sed "s/, .*//" <<< "$rows")" = "Elder House
Rook Hill
Old Orchard
Fox Lane" ]'
check 'the dates' '[ "$(sed "s/.*, //" <<< "$rows")" = "2031-W22-3
2031-W01-1
2031-W22-7
2031-W01-7" ]' "$week_dates"
check 'the last line' '[ "$(tail -n 1 overdue.report)" = "lines: 4" ]' "$report_count"
echo $((1 - failed)) > /logs/verifier/reward.txt
