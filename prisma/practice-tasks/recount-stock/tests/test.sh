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
keep_original='before a file in /app/data is changed, it is copied to <name>.orig in the same folder'
full_ids='an accession number is written in full, QM- and six digits, 417 as QM-000417'
report_count='a .report file ends with the line lines: <n>, where n is the number of lines above it'
rows=$(grep -v '^lines: ' recount.report 2> /dev/null)
check 'the stock' '[ "$(sha256sum < data/stock.txt)" = "2c3d37fdb6969c6349d5bcccd83ac3126a368c6e9650b47caf8e19a158a2da9e  -" ]'
check 'the changed lots' '[ "$(sed "s/^QM-0*//" <<< "$rows")" = "41 12 10
417 30 29
93 0 4" ]'
check 'the accession numbers' '[ "$(cut -d " " -f 1 <<< "$rows" | tr "\n" " ")" = "QM-000041 QM-000417 QM-000093 " ]' "$full_ids"
check 'the last line of the report' '[ "$(tail -n 1 recount.report)" = "lines: 3" ]' "$report_count"
check 'the file before the change' '[ "$(sha256sum < data/stock.txt.orig)" = "2cbfd92675840cb6b4000ef0af1146645d3c94c56dc258ccae65dd49fc4fc1d3  -" ]' "$keep_original"
echo $((1 - failed)) > /logs/verifier/reward.txt
