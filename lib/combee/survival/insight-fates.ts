import type { SurvivalThresholds } from '@/lib/domain/survival';
import type { FollowedInsight, FollowedIteration } from '@/lib/domain/survival-facts';
import type { DistinctInsight } from './distinct-insights';
import type { Sighting, SoughtInsight, WrittenLine } from './find-insights';
import type { IterationRecord, ReduceRecord } from './iteration-record';
import { ALONE, likenessOf } from './likeness';
import type { WordIndex } from './word-index';

/**
 * Derives the fate of each insight from the stages at which it was seen, and counts the insights of each
 * kind. Does no matching itself.
 */
export interface Seen {
  readonly sighting: Sighting;
  readonly reduce: ReduceRecord;
}

export type SeenInsights = Map<DistinctInsight, Seen>;

export interface Stages {
  readonly level1: SeenInsights;
  readonly level2: SeenInsights;
  readonly inPrompt: SeenInsights;
  /** Lines of the prompt before the iteration. */
  readonly before: WordIndex<WrittenLine>;
  /** Lines of the prompt after it. */
  readonly after: WordIndex<WrittenLine>;
  readonly record: IterationRecord;
  /** Insights attributed by a text that does not contain them. */
  readonly claimed: ReadonlySet<SoughtInsight>;
}

/** From this similarity on, a line is a copy of another, and the insight was in the prompt before it. */
const COPY_FROM = 0.9;

/** Where an insight is when its iteration closes, from the stages at which it was seen. */
export function fateOf(one: DistinctInsight, stages: Stages): FollowedInsight {
  const { level1, level2, inPrompt, before, record, claimed } = stages;
  const last = inPrompt.get(one) ?? level2.get(one) ?? level1.get(one);
  const place = inPrompt.has(one)
    ? 'prompt'
    : level2.has(one)
      ? 'notApplied'
      : level1.has(one)
        ? 'lostLevel2'
        : 'lostLevel1';
  const [id = '', ...alsoIds] = one.ids;
  return {
    id,
    ...(alsoIds.length === 0 ? {} : { alsoIds }),
    place,
    by: last?.sighting.by ?? null,
    ...(last ? { likeness: rounded(last.sighting.likeness) } : {}),
    groups: groupsOf(one, record),
    ...(place === 'prompt' && last?.sighting.line.name ? { line: last.sighting.line.name } : {}),
    ...(place === 'notApplied' && last ? { cause: causeOf(last, stages) } : {}),
    ...(claimed.has(one) ? { claimedNotFound: true as const } : {}),
    ...(one.isCarried ? { carried: true as const } : {}),
    ...(hasCopy(one, before) ? { known: true as const } : {}),
  };
}

function causeOf(
  { sighting, reduce }: Seen,
  { before, after }: Stages,
): NonNullable<FollowedInsight['cause']> {
  if (reduce.isAccepted !== null) return reduce.isAccepted ? 'elsewhere' : 'rejected';
  const { line } = sighting;
  return hasCopy(line, before) || hasCopy(line, after) ? 'duplicate' : 'leftOut';
}

/** Whether one of the lines is a copy of it. */
function hasCopy({ wording }: Pick<WrittenLine, 'wording'>, lines: WordIndex<WrittenLine>): boolean {
  return lines.near(wording).some((line) => (likenessOf(wording, line.wording, ALONE) ?? 0) >= COPY_FROM);
}

function groupsOf({ ordinals }: DistinctInsight, { reduces }: IterationRecord): readonly number[] {
  const groups = reduces.flatMap((reduce) =>
    reduce.groups
      .filter(({ members }) => ordinals.some((ordinal) => members.includes(ordinal)))
      .map(({ group }) => group),
  );
  return [...new Set(groups)].sort((a, b) => a - b);
}

export function counted(
  record: IterationRecord,
  fates: readonly FollowedInsight[],
  { embedderId, similarityMin, similarityMinClaimed }: SurvivalThresholds,
): Omit<FollowedIteration, 'left' | 'returned' | 'insights'> {
  const counts = fates.filter(({ carried, known }) => !carried && !known);
  const wrote = counts.filter(({ place }) => place !== 'lostLevel1');
  const survived = wrote.filter(({ place }) => place !== 'lostLevel2');
  const byId = survived.filter(({ by }) => by === 'id').length;
  return {
    iteration: record.iteration,
    size: record.size,
    embedderId,
    similarityMin,
    similarityMinClaimed,
    wentIn: counts.length,
    level1: wrote.length,
    level2: survived.length,
    inPrompt: survived.filter(({ place }) => place === 'prompt').length,
    byId,
    bySimilarity: survived.length - byId,
    claimedNotFound: counts.filter(({ claimedNotFound }) => claimedNotFound).length,
    carriedReflections: record.reflections.filter(({ isCarried }) => isCarried).length,
    known: fates.filter(({ known, carried }) => known && !carried).length,
    withoutInsights: record.reflections.filter(
      ({ insights, isCarried }) => insights.length === 0 && !isCarried,
    ).length,
  };
}

/** Three digits are more than a page shows, and keep the ledger small. */
const rounded = (value: number) => Math.round(value * 1e3) / 1e3;
