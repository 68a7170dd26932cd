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
check 'the jobs' '[ "$(cat conf/crontab)" = "# jobs of the vault
15 4 * * * /app/bin/read-sensors
0 22 * * * /app/bin/lock-doors
2 12 * * * /app/bin/ring-bell
# 5 2 * * * /app/bin/old-backup
40 4 * * 1 /app/bin/weigh --all
0 12 2 * * /app/bin/bill
5 4 1 * * /app/bin/report 2" ]'
check 'the commands' '[ "$(grep -v "^lines: " moved.report)" = "/app/bin/read-sensors
/app/bin/weigh --all
/app/bin/report 2" ]'
check 'the last line of the report' '[ "$(tail -n 1 moved.report)" = "lines: 3" ]' "$report_count"
check 'the change is noted' 'grep -q "^conf/crontab: *[^ ]" CHANGES' "$changes_line"
echo $((1 - failed)) > /logs/verifier/reward.txt
