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
full_ids='an accession number is written in full, QM- and six digits, 417 as QM-000417'
check 'the remaining lots' '[ "$(sha256sum < data/lots.txt)" = "b98ced43d10ace3805614ae703f4c760b85fbce42fbc43039f4a156af8210b35  -" ]'
check 'the removed lots' '[ "$(sed "s/^QM-0*//" removed.txt | tr "\n" " ")" = "417 93 8 " ]'
check 'the accession numbers' '[ "$(tr "\n" " " < removed.txt)" = "QM-000417 QM-000093 QM-000008 " ]' "$full_ids"
check 'the file before the change' '[ "$(sha256sum < data/lots.txt.orig)" = "ce26a59b065d638ccc532c4165b141b96d58a31db91c89c38f8a67d4518da4e0  -" ]' "$keep_original"
echo $((1 - failed)) > /logs/verifier/reward.txt
