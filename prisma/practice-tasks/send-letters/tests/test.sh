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
outbox_mode='a file in /app/outbox has mode 640'
check 'the signed letters are there' '[ "$(cat outbox/elder-house.txt outbox/mill-pond.txt | sha256sum)" = "a266fd343d21643d9f865c55df3f18ee7cd0f7e20c08e84b814344f0610e6ab1  -" ]'
check 'no other letter is there' '! ls outbox/linden-court.txt && ! ls outbox/rook-hill.txt'
check 'the modes' '[ "$(stat -c %a outbox/* | sort -u)" = 640 ]' "$outbox_mode"
echo $((1 - failed)) > /logs/verifier/reward.txt
