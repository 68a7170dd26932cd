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
full_ids='an accession number is written in full, QM- and six digits, 417 as QM-000417'
report_count='a .report file ends with the line lines: <n>, where n is the number of lines above it'
rows=$(grep -v '^lines: ' low.report 2> /dev/null)
check 'the lots and percentages' '[ "$(sed "s/^QM-0*//" <<< "$rows")" = "417 58
1203 58
9 0
640 58
12 59" ]'
check 'the accession numbers' '[ "$(cut -d " " -f 1 <<< "$rows")" = "QM-000417
QM-001203
QM-000009
QM-000640
QM-000012" ]' "$full_ids"
check 'the last line' '[ "$(tail -n 1 low.report)" = "lines: 5" ]' "$report_count"
echo $((1 - failed)) > /logs/verifier/reward.txt
