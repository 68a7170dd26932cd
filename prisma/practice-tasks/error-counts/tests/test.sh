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
report_count='a .report file ends with the line lines: <n>, where n is the number of lines above it'
check 'the errors' '[ "$(grep -v "^lines: " errors.report)" = "E12 3
E40 3
E7 2
E101 1" ]'
check 'the last line of the report' '[ "$(tail -n 1 errors.report)" = "lines: 4" ]' "$report_count"
check 'the logs are cleared out' '! ls logs/*.log'
check 'no log is lost' '[ "$(gzip -dc logs/{mail,scale,web}.log.gz | sha256sum)" = "6ce8ba8eadff00dacb7edd7f964eeb7dec9dad4277ff597fb4235838fffc71b6  -" ]' "$keep_logs"
echo $((1 - failed)) > /logs/verifier/reward.txt
