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
check 'the path of the note' '[ "$(tr -d "[:space:]" < answer.txt)" = notes/vault-2031-02.txt ]'
echo $((1 - failed)) > /logs/verifier/reward.txt
