#!/usr/bin/env bash
# A Slurm of one node for a test: everything below the folder given, its own ports and munge key, no systemd, no cgroups.
set -euo pipefail
D=${1:?the folder for this Slurm}
rm -rf "$D"
mkdir -p "$D"/{state,spool,log,munge,sock}
chmod 755 "$D" "$D/sock"
chmod 700 "$D/munge"
H=$(hostname -s)
dd if=/dev/urandom of="$D/munge/key" bs=1024 count=1 status=none
chmod 400 "$D/munge/key"
munged --key-file="$D/munge/key" --socket="$D/sock/munge.sock" --pid-file="$D/munge/pid" \
    --log-file="$D/munge/log" --seed-file="$D/munge/seed" --force
cat > "$D/slurm.conf" <<C
ClusterName=test
SlurmctldHost=$H(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$D/sock/munge.sock
CredType=cred/munge
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=${2:-16827}
SlurmdPort=${3:-16828}
SlurmctldPidFile=$D/slurmctld.pid
SlurmdPidFile=$D/slurmd.pid
StateSaveLocation=$D/state
SlurmdSpoolDir=$D/spool
SlurmctldLogFile=$D/log/slurmctld.log
SlurmdLogFile=$D/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$D/log/jobcomp.txt
JobRequeue=1
KillWait=5
MinJobAge=300
NodeName=$H NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(($(awk '/MemTotal/{print $2}' /proc/meminfo) / 1024 - 512)) State=UNKNOWN
PartitionName=debug Nodes=$H Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
C
cat > "$D/cgroup.conf" <<C
CgroupPlugin=cgroup/v1
CgroupAutomount=no
C
export SLURM_CONF=$D/slurm.conf
slurmctld -c
sleep 0.3
slurmd
for _ in $(seq 100); do
    [ "$(sinfo -h -o %t 2> /dev/null)" = idle ] && exit 0
    sleep 0.2
done
echo "the node did not become idle; see $D/log" >&2
exit 1
