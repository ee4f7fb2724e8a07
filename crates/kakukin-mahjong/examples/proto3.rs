use kakukin_mahjong::distance::*; use std::time::Instant;
fn main(){ let mut ps=vec![]; let mut x=12345u64; for _ in 0..2000 { let mut p=0u32; for _ in 0..5 { x=x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); let k=(x>>33)%9; if (p>>(3*k))&7<4 {p+=1<<(3*k);} } ps.push(p);} 
 for _ in 0..2 { let t=Instant::now(); let mut s=0u32; for _ in 0..10 {for &p in &ps { s^=bench_row2(p);} } println!("prefix {} ns {s}", t.elapsed().as_nanos() as f64/20000.0); }
 for _ in 0..4 { let t=Instant::now(); let mut s=0u32; for _ in 0..10 {for &p in &ps { s^=bench_row(p);} } println!("row {} ns {s}", t.elapsed().as_nanos() as f64/20000.0); } }
