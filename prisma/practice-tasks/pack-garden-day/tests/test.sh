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
found=(archive/*gz)
box=$(mktemp -d)
tar -xzf "${found[0]}" -C "$box" 2> /dev/null
check 'the records are at the top' '[ "$(cat "$box"/{beds,frost,visitors}.txt | sha256sum)" = "7b89c630c7976643628dceb0056bf2c807e2a448238e580d66f3425eb70c3faf  -" ]'
check 'the manifest' '(cd "$box" && sha256sum -c MANIFEST > /dev/null && [ "$(wc -l < MANIFEST)" = 3 ])'
check 'the name of the archive' '[ "${found[*]}" = archive/garden-20310314.tar.gz ]' "$archive_name"
echo $((1 - failed)) > /logs/verifier/reward.txt
