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
check 'the plants' '[ "$(sed "s/, .*//" days.txt)" = "Avena fatua
Briza media
Poa alpina
Salix repens" ]'
check 'the dates' '[ "$(sed "s/.*, //" days.txt)" = "2031-W11-5
2031-W27-4
2031-W01-1
2031-W35-7" ]' "$week_dates"
echo $((1 - failed)) > /logs/verifier/reward.txt
