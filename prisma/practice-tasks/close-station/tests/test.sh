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
keep_logs='a log is never deleted but gzipped in its folder, door.log to door.log.gz'
changes_line='each changed file in /app/conf gets a line in /app/CHANGES with its path, a colon and the change, as in conf/web.conf: port is 81'
found=(archive/*gz)
box=$(mktemp -d)
tar -xzf "${found[0]}" -C "$box" 2> /dev/null
manifest() (cd "$box" && sha256sum -c MANIFEST && [ "$(sed "s/.*[ *]//; s/^[.]\///" MANIFEST | sort)" = "$1" ])
want='beds.txt
keys.txt
stock.txt'
check 'the records' '[ "$(ls "$box" | grep -v MANIFEST)" = "$want" ] && [ "$(cat "$box"/*.txt | sha256sum)" = "1c200ca365d1d8c0abf4c71dc8c49dee8e2192f41ca5474bf0382880992a9f4d  -" ]'
check 'the folder is removed' '[ ! -e moor ] && [ -e tarn/beds.txt ]'
check 'the logs' '[ "$(echo logs/*.log)" = "logs/moorland.log logs/tarn-door.log" ]'
check 'the state' '[ "$(cat conf/stations.conf)" = "# state of the stations
tarn = open
moor = closed
moorland = open
# moor = open since 2019" ]'
check 'the name of the archive' '[ "${found[*]}" = archive/moor-20310630.tar.gz ]' "$archive_name"
check 'the manifest' 'manifest "$want"' "$archive_manifest"
check 'no log is lost' '[ "$(gzip -dc logs/moor{-door,-pump,}.log.gz | sha256sum)" = "1c17d0157eeefb00043119c81efbff3670f918b036e7c7bbbdbd961aa971c2f8  -" ]' "$keep_logs"
check 'the change is noted' 'grep -q "^conf/stations.conf: *[^ ]" CHANGES' "$changes_line"
echo $((1 - failed)) > /logs/verifier/reward.txt
