// throwaway: type-2 graph, straightforward
use kakukin_mahjong::*; use kakukin_mahjong::distance::*;
use std::time::Instant; use rustc_hash::FxHashMap;
fn dist(h:Tiles,o:Tiles)->u32{ Tile::all().map(|t| h.count(t).saturating_sub(o.count(t))).sum() }
fn main(){
  let mode: u32 = std::env::args().nth(1).map_or(0,|x| x.parse().unwrap());
  let maxms: f64 = std::env::args().nth(2).map_or(200.,|x| x.parse().unwrap());
  let runs: serde_json::Value=serde_json::from_str(&std::fs::read_to_string("/work/shared/data/mahjong/winprob/runs.json").unwrap()).unwrap();
  let mut bad=0; let mut nrun=0;
  for r in runs["runs"].as_array().unwrap() {
    if r["algo"]!="main2" || r["cpu_ms"].as_f64().unwrap()>maxms {continue}
    let sh=r["shanten"].as_i64().unwrap(); let extra=r["extra"].as_i64().unwrap() as u32;
    let hand=r["hand"].as_str().unwrap(); let mut o=Tiles::EMPTY; let mut ds=vec![];
    for c in hand.chars(){ if let Some(x)=c.to_digit(10){ds.push(x as usize)} else {let s="mpsz".find(c).unwrap(); for &x in &ds {o=o.with(Tile::of(s,x-1).unwrap());} ds.clear();}}
    let groups=(o.len()-2)/3; let three=r["three_player"]!=0; let full=o.len()-1;
    let limits = if three { Tiles::from_suits([0o400000004, Tiles::FULL.suit(1), Tiles::FULL.suit(2), Tiles::FULL.suit(3)]) } else {Tiles::FULL};
    let s0=r["sum"].as_u64().unwrap() as f64;
    let t0=Instant::now();
    let mut d=Distances::new(limits);
    let mut ids: FxHashMap<Tiles,usize>=Default::default(); let mut nodes: Vec<(Tiles,u8)>=vec![];
    let mut edges: FxHashMap<(usize,usize),u32>=Default::default();
    ids.insert(o,0); let t_o=d.analyse(o,groups).distance; nodes.push((o,t_o));
    let mut k=0; let mut nslack=0;
    while k<nodes.len() {
      let (h,t)=nodes[k]; let an=d.analyse(h,groups);
      let slack = dist(h,o)+(t as u32) < t_o as u32+extra; nslack+=slack as usize;
      let is13=h.len()==full;
      if is13 { for i in Tile::all() { if limits.count(i)>h.count(i) && (slack || an.wait[i.suit()]>>(3*i.rank())&1==1) {
           let g=h.with(i); let n=nodes.len(); let j=*ids.entry(g).or_insert(n); if j==n { let t=d.analyse(g,groups).distance; nodes.push((g,t)); }
           edges.insert((k,j),limits.count(i)-h.count(i)); } }
      } else if t==0 && mode==0 {} else { for i in h.kinds() { if slack || an.discard[i.suit()]>>(3*i.rank())&1==1 {
           let g=h.without(i); let n=nodes.len(); let j=*ids.entry(g).or_insert(n); if j==n { let t=d.analyse(g,groups).distance; nodes.push((g,t)); }
           edges.insert((j,k),limits.count(i)-g.count(i)); } } }
      k+=1;
    }
    let tb=t0.elapsed();
    let n=nodes.len(); let mut v=vec![0f64;n];
    let mut draws: Vec<Vec<(usize,u32)>>=vec![vec![];n]; let mut disc=vec![vec![];n];
    for (&(a,b),&e) in &edges { draws[a].push((b,e)); disc[b].push(a); }
    for i in 0..n { if nodes[i].1==0 && nodes[i].0.len()>full {v[i]=1.0;} }
    let mut hist=vec![]; // v13 at t
    let roots: Vec<(Tile,usize)>=o.kinds().filter_map(|x| ids.get(&o.without(x)).filter(|&&j| edges.contains_key(&(j,0))).map(|&j| (x,j))).collect();
    let mut res: Vec<Vec<f64>>=roots.iter().map(|_| vec![0.0]).collect();
    for t in (1..=17).rev() {
       let mut nv=v.clone();
       for i in 0..n { if nodes[i].0.len()==full { let mut x=v[i]; for &(j,e) in &draws[i] { x+=e as f64/(s0-t as f64)*(v[j]-v[i]); } nv[i]=x; } }
       for i in 0..n { if nodes[i].0.len()>full && nodes[i].1>0 { nv[i]=disc[i].iter().map(|&j| nv[j]).fold(0.0,f64::max); } }
       v=nv; for (q,&(_,j)) in res.iter_mut().zip(&roots) { q.push(v[j]); }
       hist.push(0);
    }
    let mut off:f64=0.; let st=r["stats"].as_array().unwrap(); if st.len()!=roots.len() {off=9.}
    for e in st { let tile=e["tile"].as_str().unwrap(); if let Some(k)=roots.iter().position(|x| x.0.to_string()==tile) { for (j,x) in e["prob"].as_array().unwrap().iter().enumerate() { off=off.max((x.as_f64().unwrap()-res[k][17-j]).abs()); } } else {off=7.} }
    nrun+=1; if off>1e-12 {bad+=1;}
    let n13=nodes.iter().filter(|x| x.0.len()==full).count();
    println!("{hand} sh{sh} ex{extra} theirs {} {:.3} ms ours nodes {n} ({n13} 13) slack {nslack} edges {} {:?} rows {} off {off:.1e} roots {} {}", r["searched"], r["cpu_ms"].as_f64().unwrap(), edges.len(), tb, d.rows(), roots.len(), st.len());
  }
  println!("{nrun} runs bad {bad}");
}
