import type { SurvivalThresholds } from '@/lib/domain/survival';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { type DistinctInsight, distinctInsights } from './distinct-insights';
import { findInsights, type Sighting, type SoughtInsight, type WrittenLine } from './find-insights';
import { counted, fateOf, type SeenInsights } from './insight-fates';
import type { IterationRecord, ReduceRecord } from './iteration-record';
import { indexWords } from './word-index';
import type { Reader } from './written-lines';

/**
 * Follows every insight of an iteration along its record: reflection -> groups (level 1) -> final update (level 2) ->
 * prompt. An insight that is not found at a stage is lost there and is not looked for further on, so the counts can
 * only fall; each insight ends in exactly one place. Copies from the shuffle and equal wordings count once.
 */
export interface IterationFates {
  readonly followed: Omit<FollowedIteration, 'left' | 'returned'>;
  /** Insights to watch from now on, with the wording to search for. */
  readonly watched: readonly WatchedInsight[];
}

export interface WatchedInsight {
  readonly id: string;
  readonly sought: SoughtInsight;
  readonly isPresent: boolean;
}

export interface Following {
  readonly thresholds: SurvivalThresholds;
  readonly reader: Reader;
}

export function followIteration(record: IterationRecord, { thresholds, reader }: Following): IterationFates {
  const before = reader.prompt(record.before);
  const insights = distinctInsights(record, reader);
  const trail = { record, thresholds, reader, claimed: new Set<SoughtInsight>() };
  const level1 = throughGroups(insights, trail);
  const level2 = throughFinal(insights, level1, trail);
  const inPrompt = intoPrompt(level2, before, trail);

  const stages = {
    level1,
    level2,
    inPrompt,
    before: lineIndex(before),
    after: lineIndex(reader.prompt(record.after)),
    record,
    claimed: trail.claimed,
  };
  const fates = insights.map((one) => fateOf(one, stages));
  const watched = insights.flatMap((one, index) => {
    const seen = inPrompt.get(one) ?? level2.get(one);
    const id = fates[index]?.id;
    if (seen === undefined || id === undefined) return [];
    return [{ id, sought: { ...one, seenAs: seen.sighting }, isPresent: inPrompt.has(one) }];
  });
  return { followed: { ...counted(record, fates, thresholds), insights: fates }, watched };
}

const lineIndex = (lines: readonly WrittenLine[]) =>
  indexWords(lines, { wordingOf: ({ wording }) => wording, insights: 'asked' });

interface Trail extends Following {
  readonly record: IterationRecord;
  /** Claimed somewhere on the record by a text that does not say it. */
  readonly claimed: Set<SoughtInsight>;
}

/** Only a call that read an insight can have written it. */
function throughGroups(insights: readonly DistinctInsight[], trail: Trail): SeenInsights {
  const seen: SeenInsights = new Map();
  for (const reduce of trail.record.reduces) {
    for (const { members, written } of reduce.groups) {
      const read = new Set(members);
      const sought = insights.filter(({ ordinals }) => ordinals.some((ordinal) => read.has(ordinal)));
      const reflections = trail.record.reflections.filter(({ ordinal }) => read.has(ordinal));
      const lines = trail.reader.written(written, reduce.base ?? trail.record.before, reflections);
      look(sought, lines, { trail, reduce, seen });
    }
  }
  return seen;
}

function throughFinal(
  insights: readonly DistinctInsight[],
  level1: SeenInsights,
  trail: Trail,
): SeenInsights {
  const seen: SeenInsights = new Map();
  for (const reduce of trail.record.reduces) {
    const read = new Set(reduce.groups.flatMap(({ members }) => members));
    const sought = insights.flatMap((one) => {
      const before = level1.get(one);
      if (before === undefined || !one.ordinals.some((ordinal) => read.has(ordinal))) return [];
      return [{ ...one, seenAs: before.sighting, of: one }];
    });
    const reflections = trail.record.reflections.filter(({ ordinal }) => read.has(ordinal));
    const lines = trail.reader.written(reduce.final, reduce.base ?? trail.record.before, reflections);
    look(sought, lines, { trail, reduce, seen });
  }
  return seen;
}

/** Finds insights in new lines first: an older line is an insight's only where the line itself is the same. */
function intoPrompt(level2: SeenInsights, before: readonly WrittenLine[], trail: Trail): SeenInsights {
  const seen: SeenInsights = new Map();
  const lines = trail.reader.prompt(trail.record.after);
  const stood = new Set(before.map((line) => line.wording.plain));
  const fresh = lines.filter((line) => !stood.has(line.wording.plain));
  const sought = [...level2].map(([one, { sighting, reduce }]) => ({
    ...one,
    seenAs: sighting,
    of: one,
    reduce,
  }));
  const found = findInsights(sought, fresh, trail.thresholds).seen;
  const old = new Map(lines.map((line) => [line.wording.plain, line]));
  for (const one of sought) {
    const line = old.get(one.seenAs.line.wording.plain) ?? old.get(one.wording.plain);
    const sighting = found.get(one) ?? (line ? { ...one.seenAs, line } : undefined);
    // How it was told is how level 2 told it: the way into the prompt adds no evidence of its own.
    if (sighting) seen.set(one.of, { sighting: { ...sighting, by: one.seenAs.by }, reduce: one.reduce });
  }
  return seen;
}

interface Look {
  readonly trail: Trail;
  readonly reduce: ReduceRecord;
  readonly seen: SeenInsights;
}

function look(
  sought: readonly (DistinctInsight & { readonly of?: DistinctInsight })[],
  lines: readonly WrittenLine[],
  { trail, reduce, seen }: Look,
): void {
  const found = findInsights(sought, lines, trail.thresholds);
  for (const one of sought) {
    const key = one.of ?? one;
    if (found.claimedNotFound.has(one)) trail.claimed.add(key);
    const sighting = found.seen.get(one);
    const earlier = seen.get(key);
    if (sighting && (earlier === undefined || isBetter(sighting, earlier.sighting)))
      seen.set(key, { sighting, reduce });
  }
}

/** Total, so that the order of the groups cannot matter. */
function isBetter(a: Sighting, b: Sighting): boolean {
  if (a.by !== b.by) return a.by === 'id';
  if (a.likeness !== b.likeness) return a.likeness > b.likeness;
  return a.line.wording.plain < b.line.wording.plain;
}
