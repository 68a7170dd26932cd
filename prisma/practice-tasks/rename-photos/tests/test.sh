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
check 'the names' '[ "$(echo photos/*)" = "photos/blue-gentian.jpg photos/marsh-marigold-bed-3.jpg photos/oats.jpg photos/quaking-grass.jpg" ]'
check 'the contents' '[ "$(cat photos/*)" = "picture of a blue gentian
picture of a marsh marigold
picture of oats
picture of quaking grass" ]'
echo $((1 - failed)) > /logs/verifier/reward.txt
