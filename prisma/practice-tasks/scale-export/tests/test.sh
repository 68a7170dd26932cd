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
full_ids='an accession number is written in full, QM- and six digits, 417 as QM-000417'
semicolons='a .csv file of ours has semicolons between its columns'
plain=$(tr ',\t' ';;' 2> /dev/null < stock.csv | sed 's/^QM-0*//')
check 'header and rows' '[ "$plain" = "accession;species;grams
417;Carex nigra;12.4
23;Salix repens;0.8
1088;Avena fatua;140.0
5;Poa alpina var minor;3.2
90211;Briza media;22.0" ]'
check 'the accession numbers' '[ "$(sed 1d stock.csv | cut -c 1-9)" = "QM-000417
QM-000023
QM-001088
QM-000005
QM-090211" ]' "$full_ids"
check 'the separators' '[ "$(grep -c "^[^;,]*;[^;,]*;[^;,]*$" stock.csv)" = 6 ]' "$semicolons"
echo $((1 - failed)) > /logs/verifier/reward.txt
