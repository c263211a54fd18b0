//! Slurm: the script of a job array, its submission, and what the scheduler says. Whether a job is done is never asked of
//! it: that is in the folders.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use serde::{Deserialize, Serialize};

use crate::{study::StudyFolder, train::command_line::quoted};

/// Tasks of an array: Slurm's `MaxArraySize` is 1001 unless it is set otherwise, and the largest number one less.
pub(super) const MOST_TASKS: usize = 1000;

/// Seconds between Slurm's signal and the end of the time: enough for an epoch to be given up.
const WARNING: u32 = 60;

/// What an array asks for.
pub(super) struct Array<'a> {
    pub name: String,
    pub program: &'a Path,
    pub study: &'a Path,
    pub manifest: &'a Path,
    /// The line of the manifest of its task 0.
    pub first: usize,
    pub n_tasks: usize,
    /// Tasks at a time.
    pub max_jobs: Option<usize>,
    pub threads: usize,
    /// As `sbatch` takes it.
    pub memory: String,
    pub partition: Option<&'a str>,
    pub time: Option<&'a str>,
    /// Further options, such as an account.
    pub more: &'a [String],
    /// The folder of the datasets.
    pub data: Option<PathBuf>,
}

impl Array<'_> {
    /// The batch script.
    ///
    /// A signal reaches the batch script, which hands it on, so that the program saves its place. A task that runs out of
    /// time queues itself again; one that is cancelled does not.
    pub(super) fn script(&self) -> String {
        let mut text = "#!/bin/bash\n".to_owned();
        let last = self.n_tasks.saturating_sub(1);
        let most = self.max_jobs.map_or(String::new(), |most| format!("%{most}"));
        let mut option = |words: String| text += &format!("#SBATCH {words}\n");
        option(format!("--job-name={}", self.name));
        option(format!("--array=0-{last}{most}"));
        option("--requeue".to_owned());
        option("--open-mode=append".to_owned());
        option(format!("--signal=B:TERM@{WARNING}"));
        option(format!("--output={}", in_script(&self.study.join("logs").join("%A_%a.log"))));
        option("--ntasks=1".to_owned());
        option(format!("--cpus-per-task={}", self.threads));
        option(format!("--mem={}", self.memory));
        for (name, value) in [("partition", self.partition), ("time", self.time)] {
            if let Some(value) = value {
                option(format!("--{name}={value}"));
            }
        }
        self.more.iter().for_each(|words| option(words.clone()));
        let word = |path: &Path| quoted(&path.display().to_string());
        if let Some(data) = &self.data {
            let _ = writeln!(text, "\nexport PROXPOOL_DATA={}", word(data));
        }
        let _ = write!(
            text,
            "
# The batch script gets the signal, the program is to stop.
{program} study run {study} --threads {threads} --manifest {manifest} \\
    --task $(({first} + SLURM_ARRAY_TASK_ID)) &
child=$!
trap 'kill -TERM $child 2> /dev/null' TERM
wait $child
code=$?
while kill -0 $child 2> /dev/null; do
    wait $child
    code=$?
done
# 130: stopped, and goes on where it was. Out of time: once more. Slurm 22.05 and later say when the time is up.
if [ $code -eq 130 ] && [ -n \"$SLURM_JOB_END_TIME\" ] && [ $((SLURM_JOB_END_TIME - $(date +%s))) -le {soon} ]; then
    scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}\"
fi
exit $code
",
            program = word(self.program),
            study = word(self.study),
            manifest = word(self.manifest),
            threads = self.threads,
            first = self.first,
            soon = WARNING + 30,
        );
        text
    }
}

/// A path in an option of a script, where spaces would end it.
fn in_script(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text }
}

/// What was submitted at once, kept beside its manifest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Submission {
    pub arrays: Vec<SubmittedArray>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SubmittedArray {
    /// Slurm's number.
    pub id: u64,
    /// The line of the manifest of its task 0.
    pub first: usize,
    pub n_tasks: usize,
}

pub(super) const MANIFEST: &str = "manifest.txt";
pub(super) const SUBMITTED: &str = "submitted.json";

/// The folder of all submissions of a study.
pub(super) fn folder(study: &StudyFolder) -> PathBuf {
    study.path().join("slurm")
}

/// What Slurm says about jobs, by their name.
pub(super) type States = BTreeMap<String, String>;

/// The newest word of the scheduler about each job that was submitted; nothing where there is no Slurm.
pub(super) fn states(study: &StudyFolder) -> States {
    let mut states = States::new();
    let mut submissions: Vec<PathBuf> =
        std::fs::read_dir(folder(study)).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    submissions.sort();
    for path in submissions {
        let Ok(text) = std::fs::read(path.join(SUBMITTED)) else { continue };
        let Ok(submission) = serde_json::from_slice::<Submission>(&text) else { continue };
        let manifest = std::fs::read_to_string(path.join(MANIFEST)).unwrap_or_default();
        let keys: Vec<&str> = manifest.lines().filter_map(|line| line.split_whitespace().next()).collect();
        for array in &submission.arrays {
            for (task, state) in tasks(array.id) {
                if let Some(key) = keys.get(array.first + task) {
                    states.insert((*key).to_owned(), format!("{state} ({}_{task})", array.id));
                }
            }
        }
    }
    states
}

/// Tasks of an array with their states: what is waiting or running, and of the others what the accounting knows.
fn tasks(id: u64) -> BTreeMap<usize, String> {
    let mut tasks = BTreeMap::new();
    let ended = printed(Command::new("sacct").args(["-n", "-P", "-X", "-o", "JobID,State", "-j", &id.to_string()]));
    let queued = printed(Command::new("squeue").args(["-h", "-r", "-o", "%i|%T", "-j", &id.to_string()]));
    for line in ended.iter().chain(&queued).flat_map(|text| text.lines()) {
        let Some((job, state)) = line.split_once('|') else { continue };
        let Some(task) = job.rsplit_once('_').and_then(|(_, task)| task.parse().ok()) else { continue };
        tasks.insert(task, state.trim().to_lowercase());
    }
    tasks
}

/// What a command prints if it is there and succeeds. Accounting is often switched off, which is no failure.
fn printed(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// Hands a script to Slurm; its number.
pub(super) fn sbatch(script: &Path, after: Option<u64>) -> anyhow::Result<u64> {
    let mut command = Command::new("sbatch");
    command.arg("--parsable");
    if let Some(after) = after {
        command.arg(format!("--dependency=afterany:{after}"));
    }
    let output = command.arg(script).output()?;
    let words = String::from_utf8_lossy(&output.stdout);
    // `123`, or `123;cluster`.
    let id = words.trim().split(';').next().and_then(|id| id.parse().ok());
    match (output.status.success(), id) {
        (true, Some(id)) => Ok(id),
        _ => {
            let said = String::from_utf8_lossy(&output.stderr);
            let said = said.trim().replace('\n', "; ");
            anyhow::bail!("sbatch did not take {}: {said}", script.display())
        }
    }
}

/// Whether there is a Slurm to submit to.
pub(super) fn is_there() -> bool {
    Command::new("sbatch").arg("--version").output().is_ok_and(|output| output.status.success())
}
