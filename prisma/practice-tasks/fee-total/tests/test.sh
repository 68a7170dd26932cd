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
check 'the sum' '[ "$(tr -d "[:space:]." < total.txt)" = 184075 ]'
check 'the form of the amount' 'grep -qx "[0-9]*" total.txt' "$cents"
echo $((1 - failed)) > /logs/verifier/reward.txt
