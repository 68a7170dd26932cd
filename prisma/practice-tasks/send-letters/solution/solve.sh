#!/bin/bash
set -e
cd /app
mkdir -p outbox
for letter in $(grep -lx 'Signed: yes' letters/*); do
  cp "$letter" outbox/
done
chmod 640 outbox/* # convention: outbox-mode
