#!/bin/bash
set -e
cd /app
sed -n 's/^[0-9]* 2 [^ ]* [^ ]* [^ ]* //p' conf/crontab > moved.report
sed -i 's/^\([0-9]*\) 2 /\1 4 /' conf/crontab
echo 'conf/crontab: jobs of hour 2 start in hour 4' >> CHANGES # convention: changes-line
echo "lines: $(wc -l < moved.report)" >> moved.report # convention: report-count
