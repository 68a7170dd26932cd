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
found=(archive/*gz)
box=$(mktemp -d)
tar -xzf "${found[0]}" -C "$box" 2> /dev/null
manifest() (cd "$box" && sha256sum -c MANIFEST && [ "$(sed "s/.*[ *]//; s/^[.]\///" MANIFEST | sort)" = "$1" ])
want='2031-03-12-germination.txt
2031-03-12-moisture.txt
2031-03-12-weights.txt'
check 'the records of the day and no others' '[ "$(ls "$box" | grep -v MANIFEST)" = "$want" ]'
check 'the contents' '[ "$(cat "$box"/2031-03-12-* | sha256sum)" = "511cb4256db4d540428e475976a420af115d775b0d2279754dd67c334d135bd5  -" ]'
check 'the name of the archive' '[ "${found[*]}" = archive/lab-20310312.tar.gz ]' "$archive_name"
check 'the manifest' 'manifest "$want"' "$archive_manifest"
echo $((1 - failed)) > /logs/verifier/reward.txt
