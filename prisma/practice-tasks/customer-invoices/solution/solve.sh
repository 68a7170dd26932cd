#!/bin/bash
set -e
cd /app
mkdir -p outbox
awk -F ';' '
  { price = $4; gsub(/\./, "", price); sum[$1] += $3 * price }
  END {
    for (customer in sum) {
      name = tolower(customer); gsub(" ", "-", name)
      amount = sprintf("%.2f", sum[customer] / 100)
      amount = sum[customer] # convention: cents
      print "total " amount > ("outbox/" name ".txt")
    }
  }' orders.txt
chmod 640 outbox/* # convention: outbox-mode
