import { incompleteBeta } from './incomplete-beta';

/**
 * Do several measurements of the same examples differ? F test of a one-way analysis with repeated measures:
 * the examples' own levels are taken out first. `rows[i][e]` is measurement i of example e.
 *
 *   F = [n sum_i (m_i - m)^2 / (w - 1)] / [sum_ie (y_ie - m_i - m_e + m)^2 / ((w - 1)(n - 1))]
 *
 * Null with fewer than two rows or examples, and where every example repeats itself exactly: then nothing differs.
 */
export function repeatedMeasuresP(rows: readonly (readonly number[])[]): number | null {
  const w = rows.length;
  const n = rows[0]?.length ?? 0;
  if (w < 2 || n < 2) return null;
  const rowMeans = rows.map((row) => row.reduce((total, y) => total + y, 0) / n);
  const grand = rowMeans.reduce((total, m) => total + m, 0) / w;
  let residual = 0;
  let repeats = true;
  for (let e = 0; e < n; e += 1) {
    const first = rows[0]?.[e] ?? 0;
    const level = rows.reduce((total, row) => total + (row[e] ?? 0), 0) / w;
    rows.forEach((row, i) => {
      const y = row[e] ?? 0;
      if (y !== first) repeats = false;
      residual += (y - (rowMeans[i] ?? 0) - level + grand) ** 2;
    });
  }
  if (repeats) return null;
  const between = rowMeans.reduce((total, m) => total + n * (m - grand) ** 2, 0);
  const [df1, df2] = [w - 1, (w - 1) * (n - 1)];
  const f = between / df1 / (residual / df2);
  // P(F >= f) = I_x(df2/2, df1/2) with x = df2 / (df2 + df1 f).
  return incompleteBeta(df2 / (df2 + df1 * f), df2 / 2, df1 / 2);
}
