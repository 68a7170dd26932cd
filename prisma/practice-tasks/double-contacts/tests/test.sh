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
c_order='a .list file is sorted in the C locale (LC_ALL=C sort)'
check 'the contacts' '[ "$(cat data/contacts.txt)" = "post@mill.example
Ann@rook.example
bo-b@elder.example
bob@elder.example
zoe@hay.example
cy@fox.example" ]'
check 'the double addresses' '[ "$(sort double.list)" = "ann@rook.example
bo-b@elder.example
post@mill.example
zoe@hay.example" ]'
check 'the order of the list' 'sort -c double.list' "$c_order"
check 'the file before the change' '[ "$(sha256sum < data/contacts.txt.orig)" = "0de41b9444b201e4b4e0d670066125ffad90e637bb07bf3de9b7e2999f8f45d3  -" ]' "$keep_original"
echo $((1 - failed)) > /logs/verifier/reward.txt
