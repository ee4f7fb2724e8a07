// throwaway prototype: type-1 layered graph
use kakukin_mahjong::*; use kakukin_mahjong::distance::*;
use std::time::Instant; use std::collections::HashMap;
use rustc_hash::FxHashMap;
fn mirror(p:u32)->u32{ let mut r=0; for k in 0..9 { r|=((p>>(3*k))&7)<<(3*(8-k)); } r }
fn canon(t: Tiles)->Tiles {
    let mut s=[0,1,2].map(|i| { let p=t.suit(i); p.min(mirror(p)) }); s.sort();
    let mut z:Vec<u32>=(0..7).map(|k| (t.suit(3)>>(3*k))&7).collect(); z.sort();
    let mut zz=0; for (k,x) in z.iter().enumerate() { zz|=x<<(3*k); }
    Tiles::from_suits([s[0],s[1],s[2],zz])
}
fn strip(d:&mut Distances, mut t: Tiles, g:u32)->(Tiles,Analysis){
    let an0=d.analyse(t,g); let mut an=an0;
    loop { let mut any=false; let mut again=false; let mut s=[0;4];
        for i in 0..4 { let p=t.suit(i); let one=(p|p>>1|p>>2)&0o111111111; let dead=one&!an.keep[i]; s[i]=p-dead; any|=dead!=0; again |= ((p>>1|p>>2)&dead)!=0; }
        t=Tiles::from_suits(s);
        if !again {break} an=d.analyse(t,g); let _=any; }
    (t,an0)
}
fn main(){
  let runs: serde_json::Value=serde_json::from_str(&std::fs::read_to_string("/work/shared/data/mahjong/winprob/runs.json").unwrap()).unwrap();
  for r in runs["runs"].as_array().unwrap() {
    if r["algo"]!="main1" || r["three_player"]!=0 || r["shanten"].as_i64().unwrap()<2 || r["cpu_ms"].as_f64().unwrap()>1000. && std::env::args().len()<2 {continue}
    let hand=r["hand"].as_str().unwrap(); let mut t=Tiles::EMPTY; let mut ds=vec![];
    for c in hand.chars(){ if let Some(x)=c.to_digit(10){ds.push(x as usize)} else {let s="mpsz".find(c).unwrap(); for &x in &ds {t=t.with(Tile::of(s,x-1).unwrap());} ds.clear();}}
    let groups=(t.len()-2)/3;
    let t0=Instant::now();
    let mut d=Distances::new(Tiles::FULL);
    let an=d.analyse(t,groups);
    let mut layer: FxHashMap<Tiles,()> = Default::default();
    for k in t.kinds(){ if an.discard[k.suit()]>>(3*k.rank())&1==1 { let (h,_)=strip(&mut d,t.without(k),groups); layer.insert(canon(h),()); } }
    let mut dist=an.distance; let mut out=vec![]; let mut tot=0; let mut tot14=0; let mut edges=0; let mut ncand=0;
    while dist>0 {
       let mut next: FxHashMap<Tiles,()> = Default::default();
       let mut n14: FxHashMap<Tiles,u32> = Default::default();
       let mut choice=0; let mut e0=0; 
       for h in layer.keys(){ let a=d.analyse(*h,groups); 
          assert_eq!(a.distance,dist);
          for tile in Tile::all(){ if a.wait[tile.suit()]>>(3*tile.rank())&1==1 { e0+=1; if dist==1 {continue}
             let g=canon(h.with(tile)); if n14.contains_key(&g){continue}
             let (l,ag)=strip(&mut d,g,groups);
             if l.len()<=3*groups+1 { next.insert(canon(l),()); n14.insert(g,1);} else {
                choice+=1; let mut c=0;
                for x in g.kinds(){ if ag.discard[x.suit()]>>(3*x.rank())&1==1 { c+=1; let (l,_)=strip(&mut d,g.without(x),groups); next.insert(canon(l),()); } }
                ncand+=c; n14.insert(g,c); } } } }
       out.push(format!("T{dist}: {} s13 {} s14 {} choice {} edges", layer.len(), n14.len(), choice, e0));
       tot+=layer.len(); tot14+=n14.len(); edges+=e0;
       layer=next; dist-=1;
    }
    println!("{hand} sh{} theirs {} {}ms | {tot} {tot14} edges {edges} cand {ncand} {:?} rows {} | {}", r["shanten"], r["searched"], r["cpu_ms"], t0.elapsed(), d.rows(), out.join("; "));
  }
}
