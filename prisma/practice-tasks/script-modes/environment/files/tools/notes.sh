Run weigh before label.sh.
