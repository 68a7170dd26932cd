import type { SplitName } from '@/lib/domain/split';
import type { NearTasks, TraceSplit } from '@/lib/domain/trace-examples';
import { type NearDuplicates, nearDuplicatesInSteps } from '@/lib/stats/near-duplicates';
import type { ImportedExample } from '../import/import-types';
import { exampleContentHash } from '../import/map-record';
import { SplitFilling } from '../split-filling';
import { type SplitRule, type SplitShares, sizesOf } from '../split-rule';
import { groupKeysOf } from './group-keys';

/**
 * Traces as examples, with the rule that divides them so that nothing leaks across the parts. By session or user, examples
 * of one group have one group key; a near-duplicate task joins the groups of both. By time, oldest first, each part begins
 * where the one before ends; a near-duplicate of a task in an earlier part is left out, since moving it would break the
 * order.
 */
export interface ChosenTrace {
  readonly id: string;
  readonly task: string;
  readonly output: string;
  readonly startedAtMs: number;
  readonly sessionId: string | null;
  readonly userId: string | null;
}

export interface Division {
  readonly splitBy: TraceSplit;
  readonly shares: SplitShares;
}

export interface TraceExamples {
  /** Oldest first. */
  readonly examples: readonly ImportedExample[];
  readonly rule: SplitRule;
  readonly near: NearTasks;
  readonly nearInLaterPart: number;
}

export function* examplesOfTracesInSteps(
  traces: readonly ChosenTrace[],
  { splitBy, shares }: Division,
): Generator<void, TraceExamples> {
  const ordered = [...traces].sort(oldestFirst);
  const found = yield* nearDuplicatesInSteps(ordered.map(({ task }) => task));
  const near = nearTasksOf(ordered, found);
  if (splitBy !== 'time') {
    const keys = groupKeysOf(ordered, { splitBy, clusterOf: found.clusterOf });
    const examples = ordered.map((trace, index) => exampleOf(trace, keys[index] ?? null, 'traces'));
    return { examples, rule: { kind: 'shares', shares, by: 'group' }, near, nearInLaterPart: 0 };
  }
  const parts = partsByTime(found.clusterOf, shares);
  const kept = ordered.flatMap((trace, index) => {
    const cluster = found.clusterOf[index] ?? index;
    // The lowest index of a cluster is its oldest trace.
    return parts[index] === parts[cluster] ? [{ trace, cluster, part: parts[index] ?? 'train' }] : [];
  });
  const keys = groupKeysOf(
    kept.map(({ trace }) => trace),
    { splitBy, clusterOf: lowestOfEach(kept.map(({ cluster }) => cluster)) },
  );
  return {
    examples: kept.map(({ trace, part }, index) => exampleOf(trace, keys[index] ?? null, part)),
    rule: ruleByPart(kept.map(({ part }) => part)),
    near,
    nearInLaterPart: ordered.length - kept.length,
  };
}

function oldestFirst(a: ChosenTrace, b: ChosenTrace): number {
  return a.startedAtMs - b.startedAtMs || (a.id < b.id ? -1 : 1);
}

/**
 * The part of each place in the order of time. Shares are of tasks that are no near-duplicate of an older one, so what is
 * left out later takes nothing from the share of held-out.
 */
function partsByTime(clusterOf: readonly number[], shares: SplitShares): readonly SplitName[] {
  const firsts = clusterOf.filter((cluster, index) => cluster === index).length;
  const size = sizesOf([{ source: null, size: firsts }]);
  const filling = new SplitFilling({ kind: 'shares', shares, by: 'content' }, size);
  let part: SplitName = 'train';
  return clusterOf.map((cluster, index) => {
    if (cluster === index) part = filling.take({ source: null, size: 1 }) ?? part;
    return part;
  });
}

/** The source of an example names its part. */
function ruleByPart(parts: readonly SplitName[]): SplitRule {
  return {
    kind: 'bySource',
    parts: [...new Set(parts)].map((part) => ({ source: part, kind: 'whole', split: part })),
  };
}

/** For each place the first place with the same value. */
function lowestOfEach(values: readonly number[]): number[] {
  const first = new Map<number, number>();
  for (const [index, value] of values.entries()) if (!first.has(value)) first.set(value, index);
  return values.map((value, index) => first.get(value) ?? index);
}

function exampleOf(
  { id, task, output }: ChosenTrace,
  groupKey: string | null,
  sourceSplit: string,
): ImportedExample {
  const content = { question: task, context: '', expected: output };
  return { id, ...content, groupKey, sourceSplit, contentHash: exampleContentHash(content) };
}

const PAIRS_NAMED = 20;

function nearTasksOf(traces: readonly ChosenTrace[], { clusterOf, pairs }: NearDuplicates): NearTasks {
  const sizes = new Map<number, number>();
  for (const cluster of clusterOf) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  const several = [...sizes.values()].filter((size) => size > 1);
  const mostAlike = [...pairs].sort((one, other) => other.similarity - one.similarity || one.b - other.b);
  return {
    traces: several.reduce((sum, size) => sum + size, 0),
    clusters: several.length,
    first: mostAlike.slice(0, PAIRS_NAMED).map(({ a, b, similarity }) => ({
      ...{ traceId: traces[a]?.id ?? '', nearTraceId: traces[b]?.id ?? '' },
      similarity: Math.round(similarity * 1_000) / 1_000,
    })),
  };
}
