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
c_order='a .list file is sorted in the C locale (LC_ALL=C sort)'
want='Avena fatua
Briza media
Carex nigra
Poa alpina
Salix repens
carex (unknown)
x Festulolium'
check 'each plant once' '[ "$(sort species.list)" = "$want" ]'
check 'the order' 'sort -c species.list' "$c_order"
echo $((1 - failed)) > /logs/verifier/reward.txt
