#!/bin/bash
set -e
cd /app
cp data/grasses.txt data/grasses.txt.orig # convention: keep-original
sed -i 's/Phlebum/Phleum/g' data/grasses.txt
