#!/bin/bash
set -e
cd /app
sed -i 's/^humidity_max=.*/humidity_max=45/' conf/vault.conf
echo 'conf/vault.conf: humidity_max is 45' >> CHANGES # convention: changes-line
