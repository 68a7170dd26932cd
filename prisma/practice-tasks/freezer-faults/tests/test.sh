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
keep_logs='a log is never deleted but gzipped in its folder, door.log to door.log.gz'
week_dates='a date is an ISO week date, 14 March 2031 as 2031-W11-5 (date +%G-W%V-%u)'
semicolons='a .csv file of ours has semicolons between its columns'
rows=$(tr ',\t' ';;' 2> /dev/null < faults.csv)
check 'header and counts' '[ "$(cut -d ";" -f 2- <<< "$rows")" = "freezer;faults
freezer-2;1
freezer-1;1
freezer-1;2
freezer-2;1" ]'
check 'the dates' '[ "$(cut -d ";" -f 1 <<< "$rows" | tr "\n" " ")" = "day 2031-W01-2 2031-W09-5 2031-W09-6 2031-W09-6 " ]' "$week_dates"
check 'the separators' '[ "$(grep -c "^[^;,]*;[^;,]*;[^;,]*$" faults.csv)" = 5 ]' "$semicolons"
check 'the logs are cleared out' '! ls logs/freezer-*.log && [ "$(cat logs/door.log)" = "1929744000 FAULT door" ]'
check 'no log is lost' '[ "$(gzip -dc logs/freezer-[123].log.gz | sha256sum)" = "714a2c34908c5fa51361b751eb3df7a1c389d320c46f3271fef595d8eb10a7b3  -" ]' "$keep_logs"
echo $((1 - failed)) > /logs/verifier/reward.txt
