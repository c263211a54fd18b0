#!/usr/bin/env bash
# A study under a real Slurm (slurmctld, slurmd and munged on this machine) beside the same study on this machine alone: an
# array of several jobs, one of them stopped by a signal and queued again, another killed. The models have to be equal to the
# last bit. Prints one line of what was checked; says so and passes where there is no Slurm.
set -euo pipefail
cd "$(dirname "$0")/../.."
for command in slurmctld slurmd munged sbatch squeue scontrol scancel; do
    if ! command -v $command > /dev/null; then
        echo "SKIPPED: the Slurm test needs $command (Debian and Ubuntu: slurm-wlm slurmd slurmctld slurm-client munge)"
        exit 0
    fi
done
PROXPOOL=$(realpath "${PROXPOOL:-target/release/proxpool}")
D=$(mktemp -d /tmp/proxpool-slurm.XXXXXX)
chmod 755 "$D"
trap 'tests/slurm/down.sh "$D/slurm"; [ "${KEEP:-}" ] || rm -rf "$D"' EXIT
tests/slurm/up.sh "$D/slurm"
export SLURM_CONF=$D/slurm/slurm.conf
fail() { echo "FAILED: $*" >&2; tail -n 20 "$D"/study/logs/*.log "$D"/slurm/log/*.log >&2 || true; exit 1; }

# Long enough to be stopped in the middle, short enough for a test.
cat > "$D/plan.toml" <<T
name = "smoke"
about = "a study under Slurm and without it"
datasets = ["MUTAG"]
pools = ["proxpool", "proxpool-nt", "gpool", "sagpool", "none"]
threads = 1

[settings]
splits = 2
epochs = ${EPOCHS:-600}
patience = 1000
T
"$PROXPOOL" study new "$D/plan.toml" "$D/study" > "$D/log"
"$PROXPOOL" study new "$D/plan.toml" "$D/local" >> "$D/log"
"$PROXPOOL" study run "$D/local" --threads 2 >> "$D/log" 2>&1

said=$("$PROXPOOL" study submit "$D/study" --slurm --partition debug --time 10 --max-jobs 2)
echo "$said" >> "$D/log"
array=$(echo "$said" | sed -n 's/^array \([0-9]*\):.*/\1/p')
[ -n "$array" ] || fail "no number of an array in: $said"
tasks=$(wc -l < "$D/study/slurm/0001/manifest.txt")

# The last line of a log of a run, where there is one.
status() { "$PROXPOOL" study status "$D/study" --json; }
running() { # a task that has trained some epochs and is not done
    local task key
    for task in $(squeue -h -r -t RUNNING -o %K -j "$array" 2> /dev/null); do
        key=$(sed -n "$((task + 1))p" "$D/study/slurm/0001/manifest.txt" | cut -f1)
        if [ "$(grep -c epoch_ended "$D/study/runs/$key/events.jsonl" 2> /dev/null)" -gt 5 ] 2> /dev/null; then
            echo "$task"
            return 0
        fi
    done
    return 1
}
wait_for() { # seconds, words, command
    local seconds=$1 words=$2
    shift 2
    for _ in $(seq $((seconds * 10))); do
        "$@" > /dev/null && return 0
        sleep 0.1
    done
    fail "$words did not come"
}

# One is told to stop: it saves its place, ends with 130 and is queued again.
wait_for 120 "a running task" running
first=$(running)
key=$(sed -n "$((first + 1))p" "$D/study/slurm/0001/manifest.txt" | cut -f1)
# While Slurm starts another task, scancel may report an error though the signal arrives; what follows looks at the task itself.
ended() { [ -z "$(squeue -h -r -o %K -j "$array" 2> /dev/null | grep -x "$first")" ]; }
for _ in 1 2 3; do
    scancel --batch --signal=TERM "${array}_$first" && break
    sleep 1
    ended && break
done
wait_for 60 "the end of task $first" ended
grep -q "Stopped; only the epoch in progress is lost" "$D/study/logs/${array}_$first.log" || fail "task $first did not stop in order"
number=$(sed -n "s/^JobId=\([0-9]*\) .*ArrayTaskId=$first .*/\1/p" "$D/slurm/log/jobcomp.txt" | head -1)
grep -q '"event":"stopped"' "$D/study/runs/$key/events.jsonl" || fail "$key was not stopped"
exit_code=$(scontrol show job "${array}_$first" | sed -n 's/.*ExitCode=\([0-9]*\):.*/\1/p' | head -1)
[ "$exit_code" = 130 ] || fail "task $first ended with $exit_code, not 130"
scontrol requeue "${array}_$first"

# Another one is killed without a word.
wait_for 60 "another running task" running
killed=$(running)
scancel --full --signal=KILL "${array}_$killed" || true
gone() { ! squeue -h -r -t RUNNING -o %K -j "$array" 2> /dev/null | grep -qx "$killed"; }
wait_for 60 "the end of task $killed" gone
# Slurm lets what was queued again wait for two minutes.
scontrol update JobId="${array}_$first" StartTime=now 2> /dev/null || true
empty() { [ -z "$(squeue -h -r -j "$array" 2> /dev/null)" ]; }
wait_for 300 "the end of the array" empty

# What was killed is missing, and is submitted again, alone.
said=$("$PROXPOOL" study submit "$D/study" --slurm --partition debug --time 10)
echo "$said" >> "$D/log"
again=$(echo "$said" | sed -n 's/^array \([0-9]*\):.*/\1/p')
if [ -n "$again" ]; then
    array=$again
    wait_for 300 "the end of the second array" empty
fi
status | grep -q "\"finished\": $tasks" || fail "not every job is finished"
"$PROXPOOL" study status "$D/study" >> "$D/log"

# Bit for bit.
hashes() { (cd "$1/runs" && find . -name '*.safetensors' | sort | xargs sha256sum); }
n=$(hashes "$D/study" | wc -l)
[ "$n" -gt 0 ] || fail "there are no models"
diff <(hashes "$D/study") <(hashes "$D/local") > /dev/null || fail "the models differ"
"$PROXPOOL" study collect "$D/study" >> "$D/log"
"$PROXPOOL" study collect "$D/local" >> "$D/log"
cmp "$D/study/summary.json" "$D/local/summary.json" || fail "the summaries differ"
said=$("$PROXPOOL" study submit "$D/study" --slurm)
echo "$said" | grep -q "Nothing is missing" || fail "a finished study was submitted: $said"
echo "Slurm $(sinfo -V | cut -d' ' -f2): an array of $tasks jobs, task $first stopped (exit 130) and requeued, task $killed killed" \
    "and submitted again; $n model files and the summary equal a local run to the last bit"
