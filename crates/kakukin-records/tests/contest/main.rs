//! What a match says, against published figures, brute force, complete enumeration, simulation.

mod courses;
mod figures;
mod likelihood;
mod pairs;

use kakukin_records::Confidence;

fn confidence() -> Confidence {
    Confidence::new(&"95%".parse().unwrap()).unwrap()
}

#[track_caller]
fn close(found: f64, wanted: f64, within: f64) {
    assert!((found - wanted).abs() <= within, "{found} is not {wanted}");
}
