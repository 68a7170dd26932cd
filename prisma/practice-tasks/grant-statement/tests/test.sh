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
cents='an amount of money is written in whole cents, 12.50 as 1250'
week_dates='a date is an ISO week date, 14 March 2031 as 2031-W11-5 (date +%G-W%V-%u)'
outbox_mode='a file in /app/outbox has mode 640'
report_count='a .report file ends with the line lines: <n>, where n is the number of lines above it'
rows=$(grep -v '^lines: ' outbox/grant.report 2> /dev/null)
check 'amounts and balances' '[ "$(cut -d " " -f 2- <<< "$rows" | tr -d . | sed "s/\(^\| \|-\)00*\([1-9]\)/\1\2/g")" = "500000 500000
-95 499905
-480000 19905
-12040 7865
-1870 5995
23135 29130
-31000 -1870" ]'
check 'the form of the amounts' '[ "$(grep -c "^[^ ]* -*[1-9][0-9]* -*[1-9][0-9]*$" <<< "$rows")" = 7 ]' "$cents"
check 'the dates' '[ "$(cut -d " " -f 1 <<< "$rows" | tr "\n" " ")" = "2031-W01-1 2031-W01-1 2031-W01-2 2031-W01-7 2031-W06-7 2031-W07-1 2031-W09-7 " ]' "$week_dates"
check 'the last line of the report' '[ "$(tail -n 1 outbox/grant.report)" = "lines: 7" ]' "$report_count"
check 'the mode' '[ "$(stat -c %a outbox/grant.report)" = 640 ]' "$outbox_mode"
echo $((1 - failed)) > /logs/verifier/reward.txt
