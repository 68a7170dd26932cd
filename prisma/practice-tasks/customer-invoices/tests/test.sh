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
cents='an amount of money is written in whole cents, 12.50 as 1250'
outbox_mode='a file in /app/outbox has mode 640'
sums=$(cd outbox 2> /dev/null && grep -H . elder-house.txt mill-pond.txt rook-hill.txt)
check 'the totals' '[ "$(tr -d . <<< "${sums//.txt}")" = "elder-house:total 4380
mill-pond:total 1070
rook-hill:total 20900" ]'
check 'the form of the amounts' '[ "$(grep -c "total [0-9]*$" <<< "$sums")" = 3 ]' "$cents"
check 'the modes' '[ "$(stat -c %a outbox/* | sort -u)" = 640 ]' "$outbox_mode"
echo $((1 - failed)) > /logs/verifier/reward.txt
