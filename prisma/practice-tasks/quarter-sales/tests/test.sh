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
outbox_mode='a file in /app/outbox has mode 640'
full_ids='an accession number is written in full, QM- and six digits, 417 as QM-000417'
plain=$(tr ',\t' ';;' 2> /dev/null < outbox/quarter.csv | tr -d . | sed 's/^QM-//; s/^0*//')
check 'header and rows' '[ "$plain" = "accession;packets;amount
9;5;6000
23;17;1615
417;10;2400
1088;3;31350
90211;1;705" ]'
check 'the accession numbers' '[ "$(sed 1d outbox/quarter.csv | cut -c 1-9 | tr "\n" " ")" = "QM-000009 QM-000023 QM-000417 QM-001088 QM-090211 " ]' "$full_ids"
check 'the form of the amounts' '[ "$(grep -c "[;,][1-9][0-9]*$" outbox/quarter.csv)" = 5 ]' "$cents"
check 'the separators' '[ "$(grep -c "^[^;,]*;[^;,]*;[^;,]*$" outbox/quarter.csv)" = 6 ]' "$semicolons"
check 'the mode' '[ "$(stat -c %a outbox/quarter.csv)" = 640 ]' "$outbox_mode"
echo $((1 - failed)) > /logs/verifier/reward.txt
