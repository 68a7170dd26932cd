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
cents='an amount of money is written in whole cents, 12.50 as 1250'
semicolons='a .csv file of ours has semicolons between its columns'
plain=$(tr ',\t' ';;' 2> /dev/null < prices.csv | tr -d . | sed 's/;0*/;/')
check 'header and rows' '[ "$plain" = "packet;price
oats;320
sedge;95
willow;1200
gentian;10450
sundew;705" ]'
check 'the form of the prices' '[ "$(grep -c "[;,][1-9][0-9]*$" prices.csv)" = 5 ]' "$cents"
check 'the separators' '[ "$(grep -c "^[^;,]*;[^;,]*$" prices.csv)" = 6 ]' "$semicolons"
echo $((1 - failed)) > /logs/verifier/reward.txt
