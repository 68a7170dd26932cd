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
semicolons='a .csv file of ours has semicolons between its columns'
rows=$(sed 1d days.csv 2> /dev/null | tr ',\t' ';;')
check 'the header' '[ "$(head -n 1 days.csv | tr ",\t" ";;")" = "day;maximum" ]'
check 'the highest readings' '[ "$(cut -d ";" -f 2 <<< "$rows" | tr "\n" " ")" = "-16.9 -18.0 -9.8 0.3 " ]'
check 'the dates' '[ "$(cut -d ";" -f 1 <<< "$rows" | tr "\n" " ")" = "2030-W52-7 2031-W01-1 2031-W01-2 2031-W01-3 " ]' "$week_dates"
check 'the separators' '[ "$(grep -c "^[^;,]*;[^;,]*$" days.csv)" = 5 ]' "$semicolons"
echo $((1 - failed)) > /logs/verifier/reward.txt
