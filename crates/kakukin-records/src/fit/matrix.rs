//! Symmetric positive definite matrices: what Newton's method needs of them.

use kakukin_core::checkpoint;

/// What is left of a diagonal cell when nothing but rounding is left of it.
const SINGULAR: f64 = 1e-12;

/// A square matrix, row by row; only the lower triangle is looked at.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    /// Adds to a cell and its mirror image.
    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        let (row, column) = (row.max(column), row.min(column));
        self.cells[row * self.size + column] += value;
    }

    fn row(&self, row: usize, length: usize) -> &[f64] {
        &self.cells[row * self.size..][..length]
    }

    /// The Cholesky factor; nothing if the matrix is not positive definite.
    pub(super) fn factor(mut self) -> Option<Factor> {
        for row in 0..self.size {
            checkpoint();
            for column in 0..=row {
                let dot = dot(self.row(row, column), self.row(column, column));
                let whole = self.cells[row * self.size + column];
                let value = whole - dot;
                self.cells[row * self.size + column] = if row > column {
                    value / self.cells[column * self.size + column]
                } else if value > SINGULAR * whole && value.is_finite() {
                    value.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Factor(self))
    }
}

/// Four sums at once: one alone would wait for each addition.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a_rest, b_rest) = (a.chunks_exact(4).remainder(), b.chunks_exact(4).remainder());
    for (a, b) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for k in 0..4 {
            sums[k] += a[k] * b[k];
        }
    }
    let rest: f64 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}

/// A lower triangle L of a matrix L Lᵀ.
#[derive(Debug)]
pub(super) struct Factor(Matrix);

impl Factor {
    /// Solves (L Lᵀ) x = b in place.
    pub(super) fn solve(&self, x: &mut [f64]) {
        let Matrix { size, cells } = &self.0;
        for row in 0..*size {
            let sum = dot(&cells[row * size..][..row], &x[..row]);
            x[row] = (x[row] - sum) / cells[row * size + row];
        }
        for row in (0..*size).rev() {
            x[row] /= cells[row * size + row];
            let value = x[row];
            for (x, cell) in x[..row].iter_mut().zip(&cells[row * size..][..row]) {
                *x -= value * cell;
            }
        }
    }

    /// The logarithm of the determinant of L Lᵀ.
    pub(super) fn log_determinant(&self) -> f64 {
        let Matrix { size, cells } = &self.0;
        (0..*size).map(|k| 2.0 * libm::log(cells[k * size + k])).sum()
    }

    /// The inverse, row by row.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let Matrix { size, cells } = &self.0;
        let size = *size;
        // Row k of `lower` is column k of L⁻¹, from k on.
        let mut lower = vec![0.0; size * size];
        for k in 0..size {
            checkpoint();
            let column = &mut lower[k * size..][..size];
            column[k] = 1.0 / cells[k * size + k];
            for row in k + 1..size {
                let sum = dot(&cells[row * size..][k..row], &column[k..row]);
                column[row] = -sum / cells[row * size + row];
            }
        }
        let mut inverse = vec![0.0; size * size];
        for i in 0..size {
            checkpoint();
            for j in 0..=i {
                let value = dot(&lower[i * size..][i..size], &lower[j * size..][i..size]);
                inverse[i * size + j] = value;
                inverse[j * size + i] = value;
            }
        }
        inverse
    }

    /// The diagonal of the inverse: column by column, the squares of L⁻¹.
    pub(super) fn inverse_diagonal(&self) -> Vec<f64> {
        let Matrix { size, cells } = &self.0;
        let mut diagonal = vec![0.0; *size];
        let mut column = vec![0.0; *size];
        for start in 0..*size {
            checkpoint();
            column[start] = 1.0 / cells[start * size + start];
            diagonal[start] += column[start] * column[start];
            for row in start + 1..*size {
                let sum = dot(&cells[row * size..][start..row], &column[start..row]);
                column[row] = -sum / cells[row * size + row];
                diagonal[start] += column[row] * column[row];
            }
        }
        diagonal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn solutions_solve(values in prop::collection::vec(-1.0f64..1.0, 81), b in prop::collection::vec(-1.0f64..1.0, 9)) {
            // G Gᵀ + 1 is positive definite.
            let cell = |i: usize, j: usize| {
                (0..9).map(|k| values[9 * i + k] * values[9 * j + k]).sum::<f64>()
                    + f64::from(u8::from(i == j))
            };
            let mut matrix = Matrix::zero(9);
            for i in 0..9 {
                for j in 0..=i {
                    matrix.add(i, j, cell(i, j));
                }
            }
            let factor = matrix.factor().unwrap();
            let mut x = b.clone();
            factor.solve(&mut x);
            for (i, wanted) in b.iter().enumerate() {
                let product: f64 = (0..9).map(|j| cell(i, j) * x[j]).sum();
                prop_assert!((product - wanted).abs() < 1e-9);
            }
            let whole = factor.inverse();
            for i in 0..9 {
                let mut unit = vec![0.0; 9];
                unit[i] = 1.0;
                factor.solve(&mut unit);
                for (j, wanted) in unit.iter().enumerate() {
                    prop_assert!((whole[9 * i + j] - wanted).abs() < 1e-9);
                }
            }
            for (k, wanted) in factor.inverse_diagonal().into_iter().enumerate() {
                let mut unit = vec![0.0; 9];
                unit[k] = 1.0;
                factor.solve(&mut unit);
                prop_assert!((unit[k] - wanted).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        let mut matrix = Matrix::zero(2);
        matrix.add(0, 0, 1.0);
        matrix.add(0, 1, 2.0);
        matrix.add(1, 1, 1.0);
        assert!(matrix.factor().is_none());
    }
}
