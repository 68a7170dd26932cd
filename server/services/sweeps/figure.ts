import type { SweepFigureView } from '@/lib/contracts/sweep-shapes';
import type { ScoringSpec } from '@/lib/domain/scoring';
import { PUBLISHED_POINTS, type PublishedPlace } from '@/lib/report/published';
import { PUBLISHED_PLAYBOOKS } from '@/lib/report/published-playbooks';
import { type AnsweredCell, sweepFigure } from '@/lib/report/sweep-figure';

/**
 * The figure of the cells that have been answered so far. Its bootstrap takes a moment and a page asks every few
 * seconds, so it is made again only when another cell has been answered.
 */
type Figure = Pick<SweepFigureView, 'rows' | 'differences'>;

const KEPT_MAX = 8;
const kept = new Map<string, { readonly key: string; readonly figure: Figure }>();

export function figureOf(
  sweepId: string,
  cells: readonly AnsweredCell[],
  scoring: ScoringSpec['kind'],
): SweepFigureView {
  return { ...madeOnce(sweepId, cells), ...publishedFor(scoring) };
}

function madeOnce(sweepId: string, cells: readonly AnsweredCell[]): Figure {
  const key = cells
    .map(
      ({ arm, batchSize, seed, result, doubt }) =>
        `${arm} ${batchSize} ${seed} ${result.totalMs} ${doubt?.code ?? ''}`,
    )
    .join();
  const known = kept.get(sweepId);
  if (known?.key === key) return known.figure;
  const { rows, differences } = sweepFigure(cells);
  const figure = {
    rows: rows.map((row) => ({ ...row, seeds: [...row.seeds] })),
    differences: differences.map((one) => ({
      ...one,
      seeds: [...one.seeds],
      referenceSeeds: [...one.referenceSeeds],
    })),
  };
  kept.delete(sweepId);
  kept.set(sweepId, { key, figure });
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  return figure;
}

/** All of them, those of a data set of this kind first. */
export function publishedFor(
  scoring: ScoringSpec['kind'],
): Pick<SweepFigureView, 'published' | 'publishedPlaybooks'> {
  const own = scoring === 'formula' ? 'Formula' : scoring === 'finer' ? 'FiNER' : null;
  const ownFirst = <Point extends PublishedPlace>(points: readonly Point[]) =>
    [...points].sort((a, b) => Number(b.dataset === own) - Number(a.dataset === own));
  const placeOf = (point: PublishedPlace) => ({
    method: point.method,
    model: point.model,
    arm: point.arm,
    batchSize: point.batchSize,
    source: point.source,
    confidence: point.confidence,
    dataset: point.dataset,
    sameDataset: point.dataset === own,
    note: point.note ?? null,
  });
  return {
    published: ownFirst(PUBLISHED_POINTS).map((point) => ({
      ...placeOf(point),
      accuracy: point.accuracy,
      trainSeconds: point.trainSeconds,
      playbookTokens: point.playbookTokens ?? null,
      entries: point.entries ?? null,
      costUsd: point.costUsd ?? null,
    })),
    publishedPlaybooks: ownFirst(PUBLISHED_PLAYBOOKS).map((point) => ({
      ...placeOf(point),
      entries: point.entries,
      highValueEntries: point.highValueEntries,
      helpfulMarks: point.helpfulMarks,
      coverage: point.coverage,
      specificity: point.specificity,
    })),
  };
}
