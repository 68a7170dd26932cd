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
keep_original='before a file in /app/data is changed, it is copied to <name>.orig in the same folder'
check 'the corrected file' '[ "$(sha256sum < data/grasses.txt)" = "2b22c5f2cd8b32cf61e50301bc15c95c912bf69af082faa8dd7429fb1e8f6aa0  -" ]'
check 'the file before the change' '[ "$(sha256sum < data/grasses.txt.orig)" = "4a4d1be6299b83bd6bd60661c30695ed8770d87f8d2172b77ef183fece59529f  -" ]' "$keep_original"
echo $((1 - failed)) > /logs/verifier/reward.txt
