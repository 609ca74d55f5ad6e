//! Median time of one diagnosis of the file that is named; `npm run bench` prints it in its table.
#![allow(clippy::print_stdout)]

use dlpack_doctor::{Options, diagnose};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 2000;

fn main() -> std::io::Result<()> {
    let Some(file) = std::env::args().skip(1).find(|a| !a.starts_with('-')) else { return Ok(()) };
    let bytes = std::fs::read(file)?;
    let options = Options::default();
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let started = Instant::now();
            black_box(diagnose(black_box(&bytes), &options));
            started.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("{:.3} ms", times[ROUNDS / 2]);
    Ok(())
}
