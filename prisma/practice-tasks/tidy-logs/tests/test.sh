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
keep_logs='a log is never deleted but gzipped in its folder, door.log to door.log.gz'
c_order='a .list file is sorted in the C locale (LC_ALL=C sort)'
check 'the dropped logs are cleared out' '[ "$(echo logs/*.log)" = "logs/Door.log logs/mill.log logs/pump.log" ]'
check 'other logs are untouched' '[ "$(cat logs/Door.log logs/mill.log logs/pump.log | sha256sum)" = "3033243b57018fe524d133a4cc88c62750d2914cae13c6eedf1a8af5548788a3  -" ]'
check 'the settings' '[ "$(cat conf/logs.conf)" = "# log and what happens to it
Door keep
# pump drop
pump keep
mill keep" ]'
check 'the names' '[ "$(sort cleared.list | tr "\n" " ")" = "Gate Scale annex web " ]'
check 'the order of the names' 'sort -c cleared.list' "$c_order"
check 'no log is lost' '[ "$(gzip -dc logs/{Gate,Scale,annex,web}.log.gz | sha256sum)" = "225f1481ce6dfded7310026b5c75112b8953df047282d4a561e162b597b75a92  -" ]' "$keep_logs"
check 'the change is noted' 'grep -q "^conf/logs.conf: *[^ ]" CHANGES' "$changes_line"
echo $((1 - failed)) > /logs/verifier/reward.txt
