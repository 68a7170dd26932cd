import type { FactOf, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { FinishedRun } from './bench-lab';

/**
 * What an iteration could have taken at best, from the delays that the practice model drew: the longest chain of an
 * example (answer, then reflection), then the longest group, then the combining call. In ms of real time.
 */
export interface DrawnIteration {
  readonly chainsMs: readonly number[];
  /** Single calls of the map, for the work that lanes share. */
  readonly mapCallsMs: readonly number[];
  readonly groupsMs: readonly number[];
  readonly combineMs: number;
}

export function drawnIteration(run: FinishedRun, iteration: number, timeScale: number): DrawnIteration {
  const of = (purpose: string) => {
    const byOrdinal = new Map<string, number>();
    for (const [key, drawnMs] of run.drawnMs) {
      const [at, what, ordinal = ''] = key.split('/');
      if (at !== String(iteration) || what !== purpose) continue;
      byOrdinal.set(ordinal, (byOrdinal.get(ordinal) ?? 0) + drawnMs / timeScale);
    }
    return byOrdinal;
  };
  const answers = of('generate');
  const reflections = of('reflect');
  return {
    chainsMs: [...answers].map(([ordinal, ms]) => ms + (reflections.get(ordinal) ?? 0)),
    mapCallsMs: [...answers.values(), ...reflections.values()],
    groupsMs: [...of('aggregate').values()],
    combineMs: [...of('combine').values()].reduce((sum, ms) => sum + ms, 0),
  };
}

const longest = (values: readonly number[]) => values.reduce((max, ms) => Math.max(max, ms), 0);
const total = (values: readonly number[]) => values.reduce((sum, ms) => sum + ms, 0);

/** With a lane for each call. */
export function criticalPathMs(drawn: DrawnIteration): number {
  return longest(drawn.chainsMs) + longest(drawn.groupsMs) + drawn.combineMs;
}

/**
 * No schedule on so many lanes is faster: between two barriers neither the work shared by the lanes nor the longest
 * chain can be beaten. The barriers themselves are the method's own.
 */
export function lowerBoundMs(drawn: DrawnIteration, lanes: number): number {
  const map = Math.max(total(drawn.mapCallsMs) / lanes, longest(drawn.chainsMs));
  return map + Math.max(total(drawn.groupsMs) / lanes, longest(drawn.groupsMs)) + drawn.combineMs;
}

export function scanPathMs(drawn: DrawnIteration): number {
  return longest(drawn.groupsMs) + drawn.combineMs;
}

/** Wall-clock of an iteration without its measurement, as the run itself stated it. */
export function learningMs(entries: readonly LedgerEntry[], iteration: number): number {
  return closed(entries, iteration).measured.learningMs ?? Number.NaN;
}

/** From the shuffle to the new candidate: one proposal's aggregation. */
export function scanMs(entries: readonly LedgerEntry[], iteration: number): number {
  const shuffled = entries.find(
    (entry) => entry.type === 'shuffle.finished' && entry.data.iteration === iteration,
  );
  return closed(entries, iteration).measured.atMs - (shuffled?.measured.atMs ?? Number.NaN);
}

function closed(entries: readonly LedgerEntry[], iteration: number): FactOf<'iteration.closed'> {
  const found = entries.find(
    (entry): entry is FactOf<'iteration.closed'> & { seq: number } =>
      entry.type === 'iteration.closed' && entry.data.iteration === iteration,
  );
  if (!found) throw new Error(`The run closed no iteration ${iteration}.`);
  return found;
}
