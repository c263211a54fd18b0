#!/usr/bin/env bash
# Ends what up.sh started, by the process numbers that the daemons wrote.
D=${1:?the folder for this Slurm}
for file in slurmd.pid slurmctld.pid munge/pid; do
    [ -s "$D/$file" ] && kill "$(cat "$D/$file")"
done
exit 0
