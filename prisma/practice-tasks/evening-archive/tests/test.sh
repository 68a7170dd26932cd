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
archive_name='an archive is named by the unit and the day of its contents, <unit>-<yyyymmdd>.tar.gz'
archive_manifest='an archive has a file MANIFEST at its top, the output of sha256sum over its other files'
outbox_mode='a file in /app/outbox has mode 640'
found=(outbox/*gz)
box=$(mktemp -d)
tar -xzf "${found[0]}" -C "$box" 2> /dev/null
manifest() (cd "$box" && sha256sum -c MANIFEST && [ "$(sed "s/.*[ *]//; s/^[.]\///" MANIFEST | sort)" = "$1" ])
want='p-201.txt
p-204.txt
p-206.txt'
check 'the parcels of the day and no others' '[ "$(ls "$box" | grep -v MANIFEST)" = "$want" ]'
check 'the contents' '[ "$(cat "$box"/p-* | sha256sum)" = "3d8acae2239d4c674ac0f622bbe88dcc53b57951cd616cdd3b73037de54110e8  -" ]'
check 'the files in parcels are untouched' '[ "$(cat parcels/* | sha256sum)" = "d7d3279e4602905d5d2113a88b182fa3e0b0eccdde01dda98e9c48b5617af737  -" ]'
check 'the name of the archive' '[ "${found[*]}" = outbox/dispatch-20310506.tar.gz ]' "$archive_name"
check 'the manifest' 'manifest "$want"' "$archive_manifest"
check 'the mode' '[ "$(stat -c %a outbox/* | sort -u)" = 640 ]' "$outbox_mode"
echo $((1 - failed)) > /logs/verifier/reward.txt
