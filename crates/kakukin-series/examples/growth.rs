use kakukin_series::*;
use std::ops::ControlFlow;
fn main() {
    let p: Vec<Model> = (50..=95).map(|p| Model::new(Probability::from_ratio(p,100).unwrap(), "10%".parse().unwrap()).unwrap()).collect();
    for f in ["0", "10%"] {
        for turns in ["fixed", "alternating"] {
            for limit in [7, 15, 20, 30, 45, 60] {
                let req = Request { turns: vec![turns.parse().unwrap()], ..Request::within(limit) };
                let t = std::time::Instant::now();
                let search = Search::new(&req, &f.parse().unwrap()).unwrap();
                let t0 = t.elapsed();
                let m = Model::new("70%".parse().unwrap(), f.parse().unwrap()).unwrap();
                let r = search.run(&[m], |s| Some(s[0]), |_| ControlFlow::Continue(())).unwrap();
                let t1 = t.elapsed();
                let big = r.found.iter().map(|x| search.rule(x).unwrap().points().target).max();
                let best = r.found.iter().min_by(|x, y| x.kept.bias().abs().total_cmp(&y.kept.bias().abs())).unwrap();
                let pts = search.rule(best).unwrap().points();
                println!("f={f} {turns} N={limit}: rules {} behaviours {} list {:?} all {:?} T {:?} best {}/{}/{} {:.6} work {}", r.rules, r.behaviours, t0, t1, big, pts.first, pts.second, pts.target, best.kept.bias(), search.work());
                if limit == 30 {
                    let t = std::time::Instant::now();
                    let models: Vec<Model> = (50..=95).map(|p| Model::new(Probability::from_ratio(p,100).unwrap(), f.parse().unwrap()).unwrap()).collect();
                    search.run(&models, |s| Some(s.iter().map(|x| x.bias().abs()).sum::<f64>()), |_| ControlFlow::Continue(())).unwrap();
                    println!("   46 models {:?}", t.elapsed());
                }
            }
        }
    }
    let _ = p;
}
