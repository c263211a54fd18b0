#!/usr/bin/env bash
# Ends what up.sh started, by the process numbers that the daemons wrote, and waits until they are gone.
D=${1:?the folder for this Slurm}
for file in slurmd.pid slurmctld.pid munge/pid; do
    [ -s "$D/$file" ] || continue
    daemon=$(cat "$D/$file")
    kill "$daemon"
    for _ in $(seq 100); do
        kill -0 "$daemon" 2> /dev/null || break
        sleep 0.1
    done
done
exit 0
