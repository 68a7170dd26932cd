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
check 'the logs of 2029 are cleared out' '! ls logs/pump-2029-*.log'
check 'the logs of 2030 are untouched' '[ "$(cat logs/pump-2030-0[12].log | sha256sum)" = "11a2d52fe5deaa7c536c572291de91c6093c888224bbe3b331f504c5f2470903  -" ]'
check 'no log is lost' '[ "$(gzip -dc logs/pump-2029-1[12].log.gz | sha256sum)" = "9393c5c9da11f6696b4e863fa728add3772e3754b2a39ddf46d7d5e24a0ca0ad  -" ]' "$keep_logs"
echo $((1 - failed)) > /logs/verifier/reward.txt
