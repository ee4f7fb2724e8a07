//! `--plot FILE`: a chart beside the output, as SVG or PNG.

use crate::{
    InputError, Problem,
    failure::Failure,
    files::{check_place, write_whole},
};
use kakukin_core::BadValue;
use kakukin_report::Chart;
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{
        self, Options,
        fontdb::{Database, FaceInfo},
    },
};
use skrifa::{FontRef, MetadataProvider};
use std::{collections::BTreeSet, io, path::PathBuf, sync::Arc};

/// Pixels for each unit of a chart: sharp on paper and on fine screens.
const PIXELS: f32 = 2.0;

/// A file for a chart, known to have a name that says its kind.
#[derive(Debug)]
pub(crate) struct Plot {
    path: PathBuf,
    png: bool,
}

impl Plot {
    /// The file that was asked for, if any. Nothing is written yet.
    pub(crate) fn new(path: Option<&str>) -> Result<Option<Self>, Failure> {
        let Some(text) = path else {
            return Ok(None);
        };
        let path = PathBuf::from(text);
        let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some(kind @ ("svg" | "png")) => {
                check_place(&path)?;
                Ok(Some(Self { png: kind == "png", path }))
            }
            _ => Err(InputError::new("plot", text, BadValue::Unknown, "*.svg, *.png").into()),
        }
    }

    /// Draws the chart and writes it.
    pub(crate) fn write(&self, chart: &Chart) -> Result<(), Failure> {
        let content = if self.png { self.png(chart)? } else { chart.svg().into_bytes() };
        write_whole(&self.path, &content)
    }

    /// Letters are drawn with a font of this machine that has all of them: a renderer
    /// leaves out what its font does not have, and says nothing.
    fn png(&self, chart: &Chart) -> Result<Vec<u8>, Failure> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let drawn = chart.svg();
        let letters: BTreeSet<char> = drawn.chars().filter(|c| !c.is_control()).collect();
        let family = family_with(&fonts, &letters).ok_or_else(|| {
            let path = self.path.to_string_lossy().into_owned();
            InputError::new("plot", path, Problem::NoFont, "*.svg")
        })?;
        let options =
            Options { fontdb: Arc::new(fonts), font_family: family.clone(), ..Options::default() };
        let failed = |error: String| Failure::File(self.path.clone(), io::Error::other(error));
        let svg = chart.svg_in(&format!("'{family}'"));
        let tree = usvg::Tree::from_str(&svg, &options).map_err(|e| failed(e.to_string()))?;
        let size = tree.size().to_int_size();
        let side = |x: u32| (x as f32 * PIXELS).round() as u32;
        let mut picture = Pixmap::new(side(size.width()), side(size.height()))
            .ok_or_else(|| Failure::File(self.path.clone(), io::ErrorKind::OutOfMemory.into()))?;
        resvg::render(&tree, Transform::from_scale(PIXELS, PIXELS), &mut picture.as_mut());
        picture.encode_png().map_err(|e| failed(e.to_string()))
    }
}

/// A family whose regular face has all these letters: the usual Japanese and Latin ones
/// first, then any.
fn family_with(fonts: &Database, letters: &BTreeSet<char>) -> Option<String> {
    const USUAL: [&str; 8] = [
        "Noto Sans CJK JP",
        "Noto Sans JP",
        "Hiragino Sans",
        "Yu Gothic",
        "Meiryo",
        "DejaVu Sans",
        "Arial",
        "Helvetica",
    ];
    let name = |face: &FaceInfo| face.families.first().map(|(name, _)| name.clone());
    let rank = |face: &FaceInfo| {
        let name = name(face).unwrap_or_default();
        let usual = USUAL.iter().position(|usual| *usual == name).unwrap_or(USUAL.len());
        (usual, name)
    };
    let regular = |face: &&FaceInfo| {
        let plain = face.style == usvg::fontdb::Style::Normal;
        plain
            && face.weight == usvg::fontdb::Weight::NORMAL
            && !name(face).unwrap_or_default().contains('\'')
    };
    let mut faces: Vec<&FaceInfo> = fonts.faces().filter(regular).collect();
    faces.sort_by_key(|face| rank(face));
    faces.into_iter().find(|face| has_all(fonts, face, letters)).and_then(name)
}

fn has_all(fonts: &Database, face: &FaceInfo, letters: &BTreeSet<char>) -> bool {
    let all = fonts.with_face_data(face.id, |data, index| {
        let letters_of_font = FontRef::from_index(data, index).ok()?.charmap();
        Some(letters.iter().all(|&letter| letters_of_font.map(letter).is_some()))
    });
    all.flatten() == Some(true)
}
