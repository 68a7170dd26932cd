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
changes_line='each changed file in /app/conf gets a line in /app/CHANGES with its path, a colon and the change, as in conf/web.conf: port is 81'
report_count='a .report file ends with the line lines: <n>, where n is the number of lines above it'
week_dates='a date is an ISO week date, 14 March 2031 as 2031-W11-5 (date +%G-W%V-%u)'
rows=$(grep -v '^lines: ' limits.report 2> /dev/null)
check 'the settings' '[ "$(cat conf/garden.conf conf/lab.conf conf/shop.conf conf/vault.conf | sha256sum)" = "891204f48dbefa5c7d18dd3271901d4916d7018b319f5aff093824eaf4c19252  -" ]'
check 'the changed settings' '[ "$(sed "s/ since .*//" <<< "$rows")" = "garden humidity_max 75
lab humidity_max 55
lab temp_max 23
vault temp_max -17" ]'
check 'the dates' '[ "$(sed "s/.* since //" <<< "$rows" | tr "\n" " ")" = "2031-W01-1 2031-W15-4 2031-W14-1 2031-W14-2 " ]' "$week_dates"
check 'the last line of the report' '[ "$(tail -n 1 limits.report)" = "lines: 4" ]' "$report_count"
check 'the changes are noted' '[ "$(sed -n "s/^\(conf.[a-z]*.conf\): *[^ ].*/\1/p" CHANGES | sort -u | tr "\n" " ")" = "conf/garden.conf conf/lab.conf conf/vault.conf " ]' "$changes_line"
echo $((1 - failed)) > /logs/verifier/reward.txt
