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
full_ids='an accession number is written in full, QM- and six digits, 417 as QM-000417'
outbox_mode='a file in /app/outbox has mode 640'
lines=$(cd outbox 2> /dev/null && grep -H . elder-house.txt mill-pond.txt rook-hill.txt)
check 'a line for each loan' '[ "$(sed "s/return QM-0*/return /; s/ by .*//" <<< "$lines")" = "elder-house.txt:return 417
elder-house.txt:return 9
elder-house.txt:return 55
mill-pond.txt:return 23
mill-pond.txt:return 90211
rook-hill.txt:return 1088" ]'
check 'the accession numbers' '[ "$(sed "s/.*return //; s/ by .*//" <<< "$lines" | tr "\n" " ")" = "QM-000417 QM-000009 QM-000055 QM-000023 QM-090211 QM-001088 " ]' "$full_ids"
check 'the dates' '[ "$(sed "s/.* by //" <<< "$lines" | tr "\n" " ")" = "2031-W01-6 2031-W09-6 2032-W01-3 2031-W14-1 2032-W01-3 2032-W10-1 " ]' "$week_dates"
check 'the modes' '[ "$(stat -c %a outbox/* | sort -u)" = 640 ]' "$outbox_mode"
echo $((1 - failed)) > /logs/verifier/reward.txt
