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
check 'the setting' '[ "$(cat conf/vault.conf)" = "# cold vault
humidity_min=20
humidity_max=45
humidity_max_alarm=60
temp_max=-16" ]'
check 'the change is noted' 'grep -q "^conf/vault.conf: *[^ ]" CHANGES' "$changes_line"
echo $((1 - failed)) > /logs/verifier/reward.txt
