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
semicolons='a .csv file of ours has semicolons between its columns'
rows=$(tr ',\t' ';;' 2> /dev/null < phonebook.csv)
check 'the suppliers' '[ "$(cat data/suppliers.txt)" = "Reed and Sons | Larkham | 555 0101
alder nursery | Fenby | 555 0102
Moss Works | Tarnside | 555 0203
Briar Yard | Larkham | 555 0204" ]'
check 'the unknown names' '[ "$(sort unknown.list)" = "Acorn Hall
Moss
zinnia farm" ]'
check 'the phone book' '[ "$rows" = "name;town;phone
Reed and Sons;Larkham;555 0101
alder nursery;Fenby;555 0102
Moss Works;Tarnside;555 0203
Briar Yard;Larkham;555 0204" ]'
check 'the order of the names' 'sort -c unknown.list' "$c_order"
check 'the separators' '[ "$(grep -c "^[^;,]*;[^;,]*;[^;,]*$" phonebook.csv)" = 5 ]' "$semicolons"
check 'the file before the change' '[ "$(sha256sum < data/suppliers.txt.orig)" = "ffec3fe55b519b2bf559d7fc7e431ad665ccb387759cc5fc585377d4d2f2d0ea  -" ]' "$keep_original"
echo $((1 - failed)) > /logs/verifier/reward.txt
