import type { SweepView } from '@/lib/contracts/sweeps';
import { ARM_NAMES } from '@/lib/report/sweep-cells';
import { sweepStandingWords } from '@/lib/view/sweep-standing';

/** A sweep as Markdown: what every number shares, a row an arm and size, and the paired differences, whatever they say. */
export function sweepMarkdown(sweep: SweepView): string {
  return [
    headline(sweep),
    '',
    '| arm | batch size | seeds | held-out accuracy in % (95 % over examples and seeds) | learning time in s | total time in s | playbook tokens | bullets | cost in $ | tokens | failures | place in learning time |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...sweep.figure.rows.map((row) => rowLine(row, sweep.figure.rows)),
    '',
    '| paired difference in points | batch size | seeds | difference (95 %, over all pairs of arms together) | n | verdict |',
    '|---|---|---|---|---|---|',
    ...sweep.figure.differences.map(differenceLine),
    ...lostLines(sweep),
  ].join('\n');
}

function headline({ origin, practice, spent, counts, name }: SweepView): string {
  const pace =
    origin.timeScale === 'off' ? 'no delays' : `delays divided by ${origin.timeScale ?? '(not stated)'}`;
  return [
    `${name}: ${origin.datasetName}, ${origin.method}, ${origin.split} n = ${origin.heldOutExamples}, ${origin.lanes} lanes,`,
    practice
      ? `${origin.hardware}, practice model with ${pace}: no learning figures of a real model, and Combee under the reading updates alone.`
      : `${origin.hardware}.`,
    `${counts.done} of ${counts.cells} cells; ${(spent.wallMs / 1000).toFixed(0)} s, $${spent.charged.usd.toFixed(2)}, ${spent.charged.tokens} tokens.`,
  ].join(' ');
}

type Row = SweepView['figure']['rows'][number];

function rowLine(row: Row, rows: readonly Row[]): string {
  return line([
    ARM_NAMES[row.arm],
    row.batchSize === null ? '–' : String(row.batchSize),
    String(row.seeds.length),
    `${percent(row.accuracy.mean)}${interval(row.accuracy, percent)}`,
    seconds(row.learningMs.mean),
    seconds(row.totalMs.mean),
    row.playbookTokens.mean.toFixed(0),
    row.bullets.mean.toFixed(0),
    row.costUsd === null ? 'unknown' : row.costUsd.toFixed(3),
    row.tokens.toFixed(0),
    row.failures.toFixed(1),
    sweepStandingWords(row.byLearning, rows) ?? '',
  ]);
}

function differenceLine(difference: SweepView['figure']['differences'][number]): string {
  return line([
    `${ARM_NAMES[difference.arm]} − ${ARM_NAMES[difference.reference]}`,
    String(difference.batchSize),
    String(difference.seeds.length),
    `${points(difference.mean)}${interval(difference, points)}`,
    String(difference.n),
    difference.verdict,
  ]);
}

function lostLines({ cells }: SweepView): string[] {
  const lost = cells.filter(({ status }) => status !== 'done');
  if (lost.length === 0) return [];
  const lines = lost.map(
    ({ arm, batchSize, seed, status, reason }) =>
      `- ${ARM_NAMES[arm]}, batch size ${batchSize ?? '–'}, seed ${seed}: ${status}. ${reason ?? ''}`,
  );
  return ['', 'Not in the table:', ...lines];
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const percent = (share: number) => (share * 100).toFixed(1);
const points = (share: number) => `${share >= 0 ? '+' : ''}${(share * 100).toFixed(1)}`;
const seconds = (ms: number) => (ms / 1000).toFixed(1);

function interval(
  { lower, upper }: { readonly lower: number | null; readonly upper: number | null },
  said: (share: number) => string,
): string {
  return lower === null || upper === null ? ' (no interval)' : ` (${said(lower)} to ${said(upper)})`;
}
