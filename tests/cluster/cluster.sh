#!/bin/bash
# A real Slurm of four virtual nodes on this machine, one of which is killed in the middle; the merged result must be
# the same bytes as one run's. Debian's slurm-wlm and munge; needs root. Takes some minutes: slurmctld waits before it
# gives the lost task to another node.
# usage: cluster.sh BROADSIDE
set -u
broadside=$(realpath "$1")
room=$(mktemp -d /tmp/broadside-cluster.XXXXXX)
export SLURM_CONF=$room/slurm.conf
host=$(hostname -s)

fail() { echo "FAIL cluster: $*"; tail -5 "$room"/*.log 2> /dev/null; exit 1; }
stop() {
    scancel --user=root > /dev/null 2>&1
    for pid in "$room"/*.pid; do [ -s "$pid" ] && kill "$(cat "$pid")" 2> /dev/null; done
    [ -z "${munged:-}" ] || kill "$munged" 2> /dev/null
    pkill -f "$room/bin/broadside" 2> /dev/null
    rm -rf "$room"
}
trap stop EXIT
command -v slurmctld > /dev/null || { echo "cluster: no slurmctld; make cluster installs slurm-wlm"; exit 1; }

mkdir -p "$room"/{bin,state,out,n1,n2,n3,n4}
cp "$broadside" "$room/bin/broadside"
if ! munge -n > /dev/null 2>&1; then
    mkdir -p /run/munge && chown munge: /run/munge
    su -s /bin/sh munge -c 'munged --foreground' > "$room/munge.log" 2>&1 &
    munged=$!
    for _ in $(seq 50); do munge -n > /dev/null 2>&1 && break; sleep 0.1; done
fi
cat > "$SLURM_CONF" <<END
ClusterName=broadside
SlurmctldHost=$host
SlurmUser=root
SlurmctldPort=26900
SlurmctldPidFile=$room/slurmctld.pid
SlurmdPidFile=$room/slurmd-%n.pid
SlurmctldLogFile=$room/slurmctld.log
SlurmdLogFile=$room/slurmd-%n.log
StateSaveLocation=$room/state
SlurmdSpoolDir=$room/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdTimeout=15
MpiDefault=none
ReturnToService=2
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$host Port=26901 CPUs=1
NodeName=n2 NodeHostname=$host Port=26902 CPUs=1
NodeName=n3 NodeHostname=$host Port=26903 CPUs=1
NodeName=n4 NodeHostname=$host Port=26904 CPUs=1
PartitionName=all Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP
END
slurmctld || fail "slurmctld does not start"
for n in n1 n2 n3 n4; do slurmd -N $n || fail "slurmd $n does not start"; done
for _ in $(seq 100); do [ "$(sinfo -h -t idle -o %D)" = 4 ] && break; sleep 0.2; done
[ "$(sinfo -h -t idle -o %D)" = 4 ] || fail "four idle nodes are not there: $(sinfo)"

cd "$room" || exit 1
shards=12
bin/broadside manifest --shards $shards --games 24000 -o m.json || fail manifest
cat > shard.sh <<END
#!/bin/sh
# Slow enough that a node dies in the middle of a shard.
echo "\$SLURM_ARRAY_TASK_ID on \$SLURMD_NODENAME restart \${SLURM_RESTART_COUNT:-0}" >> $room/ran
sleep 5
exec $room/bin/broadside batch --manifest $room/m.json --shard \$SLURM_ARRAY_TASK_ID/$shards -o $room/out -- sim --bot rules
END
chmod +x shard.sh
sbatch --quiet --requeue --array=0-$((shards - 1)) --output=/dev/null shard.sh || fail sbatch
for _ in $(seq 100); do grep -q "on n2" ran 2> /dev/null && break; sleep 0.1; done
sleep 1
# The node goes: its daemon and all that it runs.
victim=$(squeue -h -t R -w n2 -o %A | head -1)
kill -KILL "$(cat slurmd-n2.pid)"
pkill -KILL -f "slurmstepd.*n2" ; pkill -KILL -f "slurmstepd: \[$victim" ; rm -f slurmd-n2.pid
echo "cluster: node n2 killed; waiting for its task to be given to another node"
for _ in $(seq 400); do [ -z "$(squeue -h)" ] && break; sleep 1; done
echo "cluster: $(wc -l < ran) starts of $shards shards, $(grep -c 'restart [1-9]' ran) after the loss"
sed 's/^/    /' ran
left=$(bin/broadside missing out 2> /dev/null)
[ -z "$left" ] || fail "shards $left were never done"
[ "$(grep -c 'restart [1-9]' ran)" -ge 1 ] || fail "no shard was done again: the node died too late or too early"
bin/broadside merge out -o merged.replays || fail merge
bin/broadside sim -n 24000 --bot rules --archive one.replays -q 2> /dev/null
cmp merged.replays one.replays || fail "merged and one run differ"
echo "cluster: 1 passed, 0 failed: merged is what one run writes, $(wc -c < one.replays) bytes"
