//! Training graphs a second, operator by operator.
fn main() {
    use proxpool::{graph::split::Split, math::rng::Rng, model::{Parameters, Prepared}, readers::catalog::Catalog, train::{Config, adam::Adam, config::labelled, step}};
    use std::time::Instant;
    let env = |k: &str, d: &str| std::env::var(k).unwrap_or(d.to_owned());
    let threads: usize = env("T", "2").parse().unwrap();
    let epochs: usize = env("E", "3").parse().unwrap();
    for name in env("D", "MUTAG NCI1").split(' ') {
        let dataset = Catalog::from_environment().load(name, &Default::default()).unwrap();
        for key in env("M", "proxpool").split(' ') {
            let config = Config { pool: key.into(), ..Config::for_dataset(&dataset) };
            let (arch, signal) = config.network(&dataset).unwrap();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let start = Instant::now();
            use rayon::prelude::*;
            let prepared: Vec<Prepared> = pool.install(|| dataset.graphs.par_iter().map(|g| Prepared::new(g, g.class.unwrap(), &signal, &arch, candle_core::DType::F32).unwrap()).collect());
            let prep = start.elapsed();
            let mut split = Split::new(&labelled(&dataset).unwrap(), 0, 0);
            let mut rng = Rng::derived(0, &[1, 0]);
            let mut params = Parameters::start(&arch, &mut rng).unwrap();
            let mut adam = Adam::new(params.n_values());
            let mut best = f64::MAX;
            let mut loss = 0.0;
            for _ in 0..epochs {
                let start = Instant::now();
                rng.shuffle(&mut split.train);
                loss = 0.0;
                for batch in split.train.chunks(config.batch) {
                    let graphs: Vec<&Prepared> = batch.iter().map(|&i| &prepared[i as usize]).collect();
                    let g = step::gradient(&pool, &arch, &params, &graphs).unwrap();
                    adam.step(&mut params, &g.values, config.lr, config.wd);
                    loss += g.loss;
                }
                best = best.min(start.elapsed().as_secs_f64());
            }
            let val: Vec<&Prepared> = split.validation.iter().map(|&i| &prepared[i as usize]).collect();
            let v = step::verdicts(&pool, &arch, &params, &val).unwrap();
            let right = v.iter().zip(&val).filter(|(v, g)| v.predicted() == g.class).count();
            println!("{name} {key}: prepare {prep:?}, {:.0} graphs/s, epoch {best:.3} s, loss {:.4}, val {:.3}", split.train.len() as f64 / best, loss / split.train.len() as f64, right as f64 / val.len() as f64);
        }
    }
}
