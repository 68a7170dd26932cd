#!/bin/bash
set -e
cd /app
name=records.tar.gz
name=moor-20310630.tar.gz # convention: archive-name
mkdir -p archive
box=$(mktemp -d)
cp moor/* "$box"
(cd "$box" && sha256sum -- * > MANIFEST) # convention: archive-manifest
(cd "$box" && tar -czf "/app/archive/$name" -- *)
rm -r moor
for log in logs/moor.log logs/moor-*.log; do
  gzip -nk "$log" # convention: keep-logs
  rm -f "$log"
done
sed -i 's/^moor = .*/moor = closed/' conf/stations.conf
echo 'conf/stations.conf: moor is closed' >> CHANGES # convention: changes-line
