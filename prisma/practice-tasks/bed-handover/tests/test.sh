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
keep_original='before a file in /app/data is changed, it is copied to <name>.orig in the same folder'
c_order='a .list file is sorted in the C locale (LC_ALL=C sort)'
found=(archive/*gz)
box=$(mktemp -d)
tar -xzf "${found[0]}" -C "$box" 2> /dev/null
manifest() (cd "$box" && sha256sum -c MANIFEST && [ "$(sed "s/.*[ *]//; s/^[.]\///" MANIFEST | sort)" = "$1" ])
want='bed-1.txt
bed-12.txt
bed-3.txt
bed-30.txt'
check 'the owners' '[ "$(cat data/beds.txt)" = "bed 1 | lab | Salix repens
bed 2 | lab | Briza media
bed 3 | lab | x Festulolium
bed 11 | garden | Avena fatua
bed 12 | lab | carex (unknown)
bed 21 | shop | Poa alpina
bed 30 | lab | Salix repens" ]'
check 'the notes and no others' '[ "$(ls "$box" | grep -v MANIFEST)" = "$want" ] && [ "$(cat "$box"/bed-* | sha256sum)" = "cbf2e33398e5ca014da6624450e9215b1fd954d7f5e50a5264c825e8f71f8d5d  -" ]'
check 'the plants' '[ "$(sort plants.list)" = "Salix repens
carex (unknown)
x Festulolium" ]'
check 'the order of the plants' 'sort -c plants.list' "$c_order"
check 'the name of the archive' '[ "${found[*]}" = archive/garden-20310919.tar.gz ]' "$archive_name"
check 'the manifest' 'manifest "$want"' "$archive_manifest"
check 'the file before the change' '[ "$(sha256sum < data/beds.txt.orig)" = "86127f276e18642a918113f328f01abc274b4e05a29c94041b44b4308ae5c890  -" ]' "$keep_original"
echo $((1 - failed)) > /logs/verifier/reward.txt
