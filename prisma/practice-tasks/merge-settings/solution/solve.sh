#!/bin/bash
set -e
cd /app
while IFS='=' read -r key value; do
  if grep -qx "$key=$value" conf/base.conf; then continue; fi
  if grep -q "^$key=" conf/base.conf; then
    sed -i "s/^$key=.*/$key=$value/" conf/base.conf
  else
    echo "$key=$value" >> conf/base.conf
  fi
  echo "$key"
done < incoming/station.conf > changed.list
LC_ALL=C sort -o changed.list changed.list # convention: c-order
echo 'conf/base.conf: settings of the station merged' >> CHANGES # convention: changes-line
