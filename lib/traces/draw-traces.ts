import type { DrawableTrace, TraceSampleCounts } from '@/lib/domain/trace-sample';
import { seededRng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';

export interface DrawnTraceIds {
  /** In byte order. */
  readonly ids: readonly string[];
  readonly counts: TraceSampleCounts;
}

interface Stratum {
  readonly outcome: TraceSampleCounts['strata'][number]['outcome'];
  readonly tool: string;
  readonly ids: readonly string[];
}

/**
 * A seeded sample of judged traces: of those with the same task and outcome one is kept, and each stratum (outcome by first
 * tool) gives its share of the sample, by largest remainders, at least one where there is room. The order of the input
 * does not matter. Cost: O(n log n) for n traces.
 */
export function drawTraces(
  traces: readonly DrawableTrace[],
  { count, seed }: { readonly count: number; readonly seed: number },
): DrawnTraceIds {
  const judged = traces.filter(({ score }) => score !== null);
  const single = singleTraces(judged);
  const strata = strataOf(single);
  const shares = sharesOf(
    strata.map(({ ids }) => ids.length),
    Math.min(count, single.length),
  );
  const rng = seededRng(`traces-${seed}`);
  const drawn = strata.map(({ outcome, tool, ids }, index) =>
    shuffled(ids, rng.fork(`${outcome}/${tool}`)).slice(0, shares[index]),
  );
  const ids = drawn.flat().sort(inBytes);
  return {
    ids,
    counts: {
      matched: traces.length,
      unjudged: traces.length - judged.length,
      doubles: judged.length - single.length,
      drawn: ids.length,
      strata: strata.map(({ outcome, tool, ids: there }, index) => ({
        ...{ outcome, tool, there: there.length, drawn: drawn[index]?.length ?? 0 },
      })),
    },
  };
}

const inBytes = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The first by id of each task and outcome. */
function singleTraces(traces: readonly DrawableTrace[]): readonly DrawableTrace[] {
  const kept = new Map<string, DrawableTrace>();
  for (const trace of [...traces].sort((a, b) => inBytes(a.id, b.id))) {
    const key = `${outcomeOf(trace)} ${trace.taskHash}`;
    if (!kept.has(key)) kept.set(key, trace);
  }
  return [...kept.values()];
}

/** Right = 1, failed = below one half. */
function outcomeOf({ score }: Pick<DrawableTrace, 'score'>): Stratum['outcome'] {
  if (score === null || score < 0.5) return 'failed';
  return score >= 1 ? 'right' : 'partly';
}

/** Largest first, then by name. */
function strataOf(traces: readonly DrawableTrace[]): readonly Stratum[] {
  const grouped = new Map<string, DrawableTrace[]>();
  for (const trace of traces) {
    const key = `${outcomeOf(trace)}\n${trace.tool}`;
    const group = grouped.get(key);
    if (group === undefined) grouped.set(key, [trace]);
    else group.push(trace);
  }
  const strata = [...grouped.values()].flatMap((group): Stratum[] => {
    const [first] = group;
    if (first === undefined) return [];
    return [{ outcome: outcomeOf(first), tool: first.tool, ids: group.map(({ id }) => id) }];
  });
  return strata.sort(
    (a, b) => b.ids.length - a.ids.length || inBytes(`${a.outcome} ${a.tool}`, `${b.outcome} ${b.tool}`),
  );
}

/**
 * Whole shares of a total in proportion to sizes (largest first), which sum to it. Each gets at least 1 while the total
 * has room.
 */
function sharesOf(sizes: readonly number[], total: number): readonly number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all === 0) return sizes.map(() => 0);
  const exact = sizes.map((size) => (size / all) * total);
  const shares = exact.map((value, index) => Math.max(Math.floor(value), index < total ? 1 : 0));
  let left = total - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder) {
    if (left <= 0) break;
    if ((shares[index] ?? 0) < (sizes[index] ?? 0)) {
      shares[index] = (shares[index] ?? 0) + 1;
      left -= 1;
    }
  }
  // Ones given to small strata beyond their share come from the largest.
  for (let index = 0; left < 0; index = (index + 1) % shares.length) {
    if ((shares[index] ?? 0) > 1) {
      shares[index] = (shares[index] ?? 0) - 1;
      left += 1;
    }
  }
  return shares;
}
