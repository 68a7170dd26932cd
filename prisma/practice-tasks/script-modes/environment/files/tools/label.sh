#!/bin/sh
echo "label $1"
