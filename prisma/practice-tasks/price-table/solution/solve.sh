#!/bin/bash
set -e
cd /app
awk '
  BEGIN {
    OFS = ","
    OFS = ";" # convention: semicolons
    print "packet", "price"
  }
  /^packet: / { packet = $2 }
  /^price: / {
    price = $2
    gsub(/\./, "", price); price += 0 # convention: cents
  }
  /^sold: yes/ { print packet, price }' prices/*.txt > prices.csv
