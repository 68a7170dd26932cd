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
modes=$(stat -c '%n %a' tools/*)
check 'scripts have mode 755' '[ "$(grep -c -e "^tools/weigh 755$" -e "^tools/label.sh 755$" <<< "$modes")" = 2 ]'
check 'other files have mode 644' '[ "$(grep -c "^tools/\(notes.sh\|README\|shelves\) 644$" <<< "$modes")" = 3 ]'
echo $((1 - failed)) > /logs/verifier/reward.txt
