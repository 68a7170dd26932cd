/**
 * Weighted least squares by Householder QR of the rows scaled with sqrt(weight). Numbers in, numbers out.
 *
 * Model: y_i = sum_j x_ij * beta_j + e_i with Var(e_i) = sigma^2 / w_i. The normal equations are never formed:
 * their condition is the square of the problem's, and exact data must come back to 1e-9.
 */
export interface WeightedLeastSquares {
  readonly coefficients: readonly number[];
  /** sqrt of the diagonal of sigma^2 (X'WX)^-1; null where no degree of freedom is left to estimate sigma. */
  readonly standardErrors: readonly number[] | null;
  /** y - X beta, unweighted. */
  readonly residuals: readonly number[];
  /** sum of w * residual^2. */
  readonly rss: number;
  readonly degreesOfFreedom: number;
}

export interface LeastSquaresInput {
  /** One row an observation, one column a coefficient; the intercept is a column of ones. */
  readonly rows: readonly (readonly number[])[];
  readonly y: readonly number[];
  readonly weights: readonly number[];
}

/** A column whose part orthogonal to those before it is smaller than this share of itself counts as collinear. */
const RANK_TOLERANCE = 1e-9;

/** null when the columns are collinear, the rows too few, or a number is not finite. */
export function weightedLeastSquares(input: LeastSquaresInput): WeightedLeastSquares | null {
  const { rows, y, weights } = input;
  const columns = rows[0]?.length ?? 0;
  if (columns === 0 || rows.length < columns) return null;
  const scale = weights.map(Math.sqrt);
  const scaled = rows.map((row, i) => [...row.map((x) => x * at(scale, i)), at(y, i) * at(scale, i)]);
  if (!scaled.every((row) => row.every(Number.isFinite))) return null;

  const norms = Array.from({ length: columns }, (_, j) => norm(scaled.map((row) => at(row, j))));
  // Each reflection leaves the column's part orthogonal to those before it on the diagonal: its size is the rank test.
  for (let j = 0; j < columns; j += 1) {
    reflectColumn(scaled, j);
    if (Math.abs(at(scaled[j] ?? [], j)) <= RANK_TOLERANCE * at(norms, j)) return null;
  }
  const coefficients = backSubstitute(
    scaled,
    scaled.slice(0, columns).map((row) => at(row, columns)),
  );
  const residuals = rows.map(
    (row, i) => at(y, i) - row.reduce((sum, x, j) => sum + x * at(coefficients, j), 0),
  );
  const rss = residuals.reduce((sum, residual, i) => sum + at(weights, i) * residual * residual, 0);
  const degreesOfFreedom = rows.length - columns;
  const standardErrors =
    degreesOfFreedom > 0 ? errorsOf(scaled, columns, Math.sqrt(rss / degreesOfFreedom)) : null;
  return { coefficients, standardErrors, residuals, rss, degreesOfFreedom };
}

/** One Householder reflection, in place: column j becomes zero below the diagonal, later columns follow. */
function reflectColumn(matrix: number[][], j: number): void {
  const below = matrix.slice(j).map((row) => at(row, j));
  const length = norm(below);
  if (length === 0) return;
  // The sign is chosen against cancellation.
  const alpha = at(below, 0) > 0 ? -length : length;
  const v = [at(below, 0) - alpha, ...below.slice(1)];
  const vv = v.reduce((sum, x) => sum + x * x, 0);
  const width = matrix[0]?.length ?? 0;
  for (let column = j; column < width; column += 1) {
    const dot = v.reduce((sum, x, i) => sum + x * at(matrix[j + i] ?? [], column), 0);
    for (const [i, x] of v.entries()) {
      const row = matrix[j + i];
      if (row !== undefined) row[column] = at(row, column) - (2 * dot * x) / vv;
    }
  }
}

/** Solves R x = rhs for the upper triangle R in the first rows of `triangle`. */
function backSubstitute(triangle: readonly (readonly number[])[], rhs: readonly number[]): number[] {
  const solution = rhs.map(() => 0);
  for (let i = rhs.length - 1; i >= 0; i -= 1) {
    const row = triangle[i] ?? [];
    const known = solution.reduce((sum, x, j) => (j > i ? sum + at(row, j) * x : sum), 0);
    solution[i] = (at(rhs, i) - known) / at(row, i);
  }
  return solution;
}

/** (X'WX)^-1 = R^-1 R^-T, so each variance is the squared length of a row of R^-1. */
function errorsOf(triangle: readonly (readonly number[])[], columns: number, sigma: number): number[] {
  const unit = (k: number) => Array.from({ length: columns }, (_, i) => (i === k ? 1 : 0));
  const inverseColumns = Array.from({ length: columns }, (_, k) => backSubstitute(triangle, unit(k)));
  return Array.from(
    { length: columns },
    (_, i) => sigma * norm(inverseColumns.map((column) => at(column, i))),
  );
}

function norm(vector: readonly number[]): number {
  return Math.hypot(...vector);
}

function at(vector: readonly number[], index: number): number {
  return vector[index] ?? 0;
}
