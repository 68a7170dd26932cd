import type { SweepView } from '@/lib/contracts/sweeps';
import type { Actor } from '@/lib/domain/actor';
import { sweepCsv } from '@/lib/report/sweep-csv';
import { sweepStandingWords } from '@/lib/view/sweep-standing';
import { readSweep } from './read-sweep';

/** A sweep as a file: what its page shows, for a spreadsheet or for a program. */
export async function exportSweep(
  actor: Actor<'read'>,
  { sweepId, format }: { readonly sweepId: string; readonly format: 'csv' | 'json' },
): Promise<{ filename: string; contentType: string; lines: AsyncIterable<string> }> {
  const sweep = await readSweep(actor, { sweepId });
  const text = format === 'csv' ? sweepCsv(linesOf(sweep)) : `${JSON.stringify(sweep, null, 2)}\n`;
  async function* lines() {
    yield text;
  }
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8';
  return { filename: `${sweepId}.${format}`, contentType, lines: lines() };
}

/** Every line names the origin of its numbers, so that none loses it on its way through a spreadsheet. */
function linesOf({ cells, origin, practice, figure }: SweepView) {
  return cells.map(({ attempts, result, reason, ...cell }) => ({
    arm: cell.arm,
    batchSize: cell.batchSize,
    seed: cell.seed,
    status: cell.status,
    ...scoreOf(result),
    accuracyOfSeedPrompt: result?.seedAccuracy ?? null,
    learningSeconds: result === null ? null : result.learningMs / 1000,
    totalSeconds: result === null ? null : result.totalMs / 1000,
    taintedIterations: result?.taintedIterations ?? null,
    costUsd: result?.costUsd ?? null,
    tokens: result?.tokens ?? null,
    rollouts: result?.rollouts ?? null,
    failures: result?.failures ?? null,
    playbookTokens: result?.playbookTokens ?? null,
    bullets: result?.bullets ?? null,
    ...worthOf(result),
    ...armOf(cell, figure),
    split: origin.split,
    method: origin.method,
    lanes: origin.lanes,
    hardware: practice ? `${origin.hardware} (practice model)` : origin.hardware,
    ...(practice ? practiceOf(cell, origin) : { practiceTimeScale: null, practiceLevelTwoCounts: null }),
    attempts: attempts.length,
    run: attempts.at(-1)?.runId ?? null,
    reason,
  }));
}

const scoreOf = (result: SweepView['cells'][number]['result']) => ({
  accuracy: result?.accuracy ?? null,
  lower95: result?.lower ?? null,
  upper95: result?.upper ?? null,
  n: result?.n ?? null,
  missing: result?.missing ?? null,
});

/** Settings behind a practice figure. */
const practiceOf = ({ arm }: Pick<SweepView['cells'][number], 'arm'>, origin: SweepView['origin']) => ({
  practiceTimeScale: origin.timeScale ?? 'not stated',
  practiceLevelTwoCounts: arm === 'combee' ? origin.levelTwo : null,
});

/** The whole sweep's result for the cell's arm, so that readers of the file need not compute it. */
export function armOf(
  { arm, batchSize }: Pick<SweepView['cells'][number], 'arm' | 'batchSize'>,
  { rows, differences }: SweepView['figure'],
) {
  const row = rows.find((one) => one.arm === arm && one.batchSize === batchSize);
  const against = differences.find(
    (one) => one.reference === 'naive' && one.arm === arm && one.batchSize === batchSize,
  );
  return {
    armAccuracy: row?.accuracy.mean ?? null,
    armLower95: row?.accuracy.lower ?? null,
    armUpper95: row?.accuracy.upper ?? null,
    armSeeds: row?.seeds.length ?? null,
    armMissingScores: row?.accuracy.missing ?? null,
    armIntervalIncludesTraining: row === undefined ? null : String(row.accuracy.includesTraining),
    armNotValidBecause: row?.doubt?.sentence ?? null,
    armPlaceInLearningTime: row === undefined ? null : sweepStandingWords(row.byLearning, rows),
    minusNaive: against?.mean ?? null,
    minusNaiveLower95: against?.lower ?? null,
    minusNaiveUpper95: against?.upper ?? null,
    minusNaiveVerdict: against?.verdict ?? null,
  };
}

const worthOf = (result: SweepView['cells'][number]['result']) => ({
  bulletsHelpfulThreeTimes: result?.highValueBullets ?? null,
  helpfulMarks: result?.helpfulMarks ?? null,
  insightsHeld: result?.insightsHeld ?? null,
});
