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
c_order='a .list file is sorted in the C locale (LC_ALL=C sort)'
check 'logs of closed doors are cleared out' '[ "$(echo logs/*.log)" = "logs/gate.log logs/shed.log" ]'
check 'other logs are untouched' '[ "$(cat logs/gate.log logs/shed.log | sha256sum)" = "e6d62df9e83c40633494b62248fab8d5673940e7c1c244b2cb09380c9dd7c792  -" ]'
check 'the doors' '[ "$(sort cleared.list | tr "\n" " ")" = "Annex Barn cellar north " ]'
check 'the order of the doors' 'sort -c cleared.list' "$c_order"
check 'no log is lost' '[ "$(gzip -dc logs/{Annex,Barn,cellar,north}.log.gz | sha256sum)" = "69d97f4260d661ed5cd85ce56f3d73fc084a306c5092e7f90d46b45bd12692e7  -" ]' "$keep_logs"
echo $((1 - failed)) > /logs/verifier/reward.txt
