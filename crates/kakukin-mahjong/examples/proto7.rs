use kakukin_mahjong::*; use kakukin_mahjong::win::improve::Divisor;
fn main(){
  let maxms: f64 = std::env::args().nth(1).map_or(200.,|x| x.parse().unwrap());
  let minms: f64 = std::env::args().nth(2).map_or(0.,|x| x.parse().unwrap());
  let runs: serde_json::Value=serde_json::from_str(&std::fs::read_to_string("/work/shared/data/mahjong/winprob/runs.json").unwrap()).unwrap();
  let mut bad=0; let mut nrun=0; let mut sums=std::collections::BTreeMap::new();
  for r in runs["runs"].as_array().unwrap() {
    let cpu=r["cpu_ms"].as_f64().unwrap();
    if r["algo"]!="main2" || cpu>maxms || cpu<minms {continue}
    let sh=r["shanten"].as_i64().unwrap(); let extra=r["extra"].as_i64().unwrap() as u8;
    let hand=r["hand"].as_str().unwrap(); let mut o=Tiles::EMPTY; let mut ds=vec![];
    for c in hand.chars(){ if let Some(x)=c.to_digit(10){ds.push(x as usize)} else {let s="mpsz".find(c).unwrap(); for &x in &ds {o=o.with(Tile::of(s,x-1).unwrap());} ds.clear();}}
    let groups=(o.len()-2)/3; let three=r["three_player"]!=0;
    let limits = if three { Tiles::from_suits([0o400000004, Tiles::FULL.suit(1), Tiles::FULL.suit(2), Tiles::FULL.suit(3)]) } else {Tiles::FULL};
    let s0=r["sum"].as_u64().unwrap() as u32;
    let t=std::time::Instant::now();
    let (res,states,edges,tt)=win::proto2(limits,groups,s0-1,17,o,extra,Divisor::Wall);
    let ms=t.elapsed().as_secs_f64()*1e3;
    let mut off:f64=0.; let st=r["stats"].as_array().unwrap(); if st.len()!=res.len() {off=9.}
    for e in st { let tile=e["tile"].as_str().unwrap(); if let Some(k)=res.iter().position(|x| x.0.to_string()==tile) { for (j,x) in e["prob"].as_array().unwrap().iter().enumerate() { off=off.max((x.as_f64().unwrap()-res[k].1[17-j]).abs()); } } else {off=7.} }
    nrun+=1; if off>1e-12 || states!=r["searched"].as_u64().unwrap() as usize {bad+=1; println!("BAD");}
    let e=sums.entry((sh,extra)).or_insert((0.,0.)); e.0+=cpu; e.1+=ms;
    if ms>5. {println!("{hand} sh{sh} ex{extra} theirs {} {cpu:.1} ours {ms:.2} ms (build {:.2} sweep {:.2}) x{:.1} states {states} edges {edges} off {off:.1e}", r["searched"], tt[0],tt[1],cpu/ms);}
  }
  println!("{nrun} runs bad {bad}"); for (k,v) in sums { println!("{k:?} theirs {:.3} ours {:.3} x{:.1}", v.0, v.1, v.0/v.1); }
}
