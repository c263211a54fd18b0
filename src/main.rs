//! `proxpool`: parse the arguments, then a command or the window.

use std::process::ExitCode;

use clap::Parser;

/// Training allocates and frees many arrays of some hundred kilobytes; the system's allocator returns such
/// memory to the kernel each time and gets it zeroed again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Explore graph pooling on molecules. Without a command, the window opens on DATASET.
#[derive(Parser)]
#[command(name = "proxpool", version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<proxpool::cli::Command>,
    #[cfg(feature = "gui")]
    #[command(flatten)]
    window: proxpool::app::WindowArguments,
}

fn main() -> ExitCode {
    keep_candle_to_one_thread();
    proxpool::files::cache::use_default_folder();
    let arguments = Arguments::parse();
    let outcome = match arguments.command {
        Some(command) => command.run(),
        #[cfg(feature = "gui")]
        None => proxpool::app::run(arguments.window),
        #[cfg(not(feature = "gui"))]
        None => <Arguments as clap::CommandFactory>::command().print_help().map_err(Into::into),
    };
    let Err(error) = outcome else { return ExitCode::SUCCESS };
    eprintln!("proxpool: {error:#}");
    ExitCode::FAILURE
}

/// Whole graphs are computed in parallel; threads of the tensor library would only compete with that.
#[expect(unsafe_code, reason = "the tensor library takes it from the environment alone")]
fn keep_candle_to_one_thread() {
    if std::env::var_os("CANDLE_NUM_THREADS").is_none() {
        // SAFETY: this is the first thing that the program does, so no other thread reads the environment.
        unsafe { std::env::set_var("CANDLE_NUM_THREADS", "1") };
    }
}
