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
archive_manifest='an archive has a file MANIFEST at its top, the output of sha256sum over its other files'
outbox_mode='a file in /app/outbox has mode 640'
found=(outbox/dispatch-20310407.tar.gz)
box=$(mktemp -d)
tar -xzf "${found[0]}" -C "$box" 2> /dev/null
manifest() (cd "$box" && sha256sum -c MANIFEST && [ "$(sed "s/.*[ *]//; s/^[.]\///" MANIFEST | sort)" = "$1" ])
want='p-11.txt
p-13.txt
p-15.txt'
check 'the ready parcels and no others' '[ "$(ls "$box" | grep -v MANIFEST)" = "$want" ]'
check 'the contents' '[ "$(cat "$box"/p-* | sha256sum)" = "160ec550b64bbe4842e613730b4b61c4ddd99a0c0444ac921cbeb5d04cf37217  -" ]'
check 'the manifest' 'manifest "$want"' "$archive_manifest"
check 'the mode' '[ "$(stat -c %a outbox/* | sort -u)" = 640 ]' "$outbox_mode"
echo $((1 - failed)) > /logs/verifier/reward.txt
