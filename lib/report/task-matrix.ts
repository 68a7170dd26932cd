import { clusteredShareInterval } from '@/lib/stats/clustered-share';

/** Share of its tasks that a run solved. A task is solved with the whole reward; a missing score is left out. */
export interface ScoredTask {
  readonly exampleId: string;
  /** Tasks of one scenario are not independent of each other. */
  readonly groupKey: string | null;
  readonly score: number | null;
}

export interface SolvedShare {
  readonly solved: number;
  readonly measured: number;
  readonly missing: number;
  /** Null = nothing was measured. */
  readonly share: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

export function solvedShare(tasks: readonly ScoredTask[]): SolvedShare {
  const scored = tasks.filter(({ score }) => score !== null);
  const solved = scored.filter(({ score }) => score === 1).length;
  const clusters = new Map<string, { right: number; size: number }>();
  for (const { exampleId, groupKey, score } of scored) {
    const key = groupKey === null ? `task ${exampleId}` : `group ${groupKey}`;
    const { right, size } = clusters.get(key) ?? { right: 0, size: 0 };
    clusters.set(key, { right: right + (score === 1 ? 1 : 0), size: size + 1 });
  }
  const interval = clusteredShareInterval([...clusters.values()]);
  return {
    ...{ solved, measured: scored.length, missing: tasks.length - scored.length },
    share: scored.length === 0 ? null : solved / scored.length,
    ...{ lower: interval?.lower ?? null, upper: interval?.upper ?? null },
  };
}
