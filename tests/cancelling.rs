//! Work that nobody waits for ends: every operator, and what the Spectrum tab computes, obeys its flag.

use proxpool::{
    cancel::{Cancel, Stopped},
    explore::Exploration,
    graph::gallery,
    pooling::methods,
    spectral::{Filter, Spectrum, kernels},
};

#[test]
fn every_operator_stops_where_its_flag_is_set() {
    let dataset = gallery::parse_spec("grid:rows=9,columns=9").unwrap();
    for method in methods() {
        let exploration = Exploration { method, ..Exploration::default() };
        let opened = exploration.open(&dataset).unwrap();
        let cancel = Cancel::default();
        let trace = cancel.run(|| opened.run(&dataset.graphs[0]).unwrap().trace).unwrap();
        assert!(trace == opened.run(&dataset.graphs[0]).unwrap().trace, "{}: a flag changes no bit", method.key);
        cancel.cancel();
        let outcome = cancel.run(|| opened.run(&dataset.graphs[0]).is_ok());
        assert_eq!(outcome, Err(Stopped::Cancelled), "{}", method.key);
    }
}

#[test]
fn spectra_stop_where_their_flag_is_set() {
    let graph = &gallery::parse_spec("grid:rows=9,columns=9").unwrap().graphs[0];
    let spectrum = Spectrum::compute(graph).unwrap();
    let cancel = Cancel::default();
    cancel.cancel();
    assert_eq!(cancel.run(|| Spectrum::compute(graph).is_ok()), Err(Stopped::Cancelled));
    assert_eq!(cancel.run(|| drop(kernels::by_first(&spectrum, 5))), Err(Stopped::Cancelled));
    assert_eq!(cancel.run(|| drop(spectrum.kernel(Filter::Paper { s: 3 }))), Err(Stopped::Cancelled));
}
