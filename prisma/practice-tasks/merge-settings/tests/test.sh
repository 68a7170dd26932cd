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
c_order='a .list file is sorted in the C locale (LC_ALL=C sort)'
check 'the merged settings' '[ "$(cat conf/base.conf)" = "# base settings
port=80
unit=vault
temp_max=-18
retries=3
Zone=south
# spare lines below
lamp=on
door=2
Bell=yes" ]'
check 'the keys' '[ "$(sort changed.list | tr "\n" " ")" = "Bell Zone door lamp temp_max " ]'
check 'the order of the keys' 'sort -c changed.list' "$c_order"
check 'the change is noted' 'grep -q "^conf/base.conf: *[^ ]" CHANGES' "$changes_line"
echo $((1 - failed)) > /logs/verifier/reward.txt
