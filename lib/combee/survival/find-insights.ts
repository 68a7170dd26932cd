import type { SurvivalThresholds } from '@/lib/domain/survival';
import { ALONE, CLAIMED, likenessOf, type Wording } from './likeness';
import { indexWords } from './word-index';

/**
 * Finds insights in the lines of one update or one prompt. Two ways to be recognised, told apart:
 *
 * - by id: the line names the insight's id and its text passes the threshold for claimed ones. An id alone is worth
 *   nothing: "claimed, not found".
 * - by similarity: the line's text alone passes the higher threshold, and no other insight is clearly nearer to it.
 *
 * Cost: a line is compared with a bounded number of insights (./word-index); verbatim lines, the common case, are
 * looked up.
 */
export interface SoughtInsight {
  /** All ids under which the model may have met it; the first names it. */
  readonly ids: readonly string[];
  readonly wording: Wording;
  /** How it read where it was seen before: a line that copies that is its line, as surely as it was then. */
  readonly seenAs?: Sighting;
}

export interface WrittenLine {
  readonly wording: Wording;
  /** Ids that the model names for it; empty where it names none. */
  readonly from: readonly string[];
  /** How the prompt names it; absent in updates. */
  readonly name?: string;
}

export interface Sighting {
  readonly line: WrittenLine;
  readonly by: 'id' | 'similarity';
  readonly likeness: number;
}

export interface FoundInsights {
  readonly seen: ReadonlyMap<SoughtInsight, Sighting>;
  /** Named by a line whose text does not say it, and not found by an id elsewhere among these lines. */
  readonly claimedNotFound: ReadonlySet<SoughtInsight>;
}

/** A line that two insights are about equally like has merged them; one that is nearer to one of them is that one's. */
const MERGED_WITHIN = 0.1;

export function findInsights(
  sought: readonly SoughtInsight[],
  lines: readonly WrittenLine[],
  thresholds: SurvivalThresholds,
): FoundInsights {
  const seen = new Map<SoughtInsight, Sighting>();
  const claimedNotFound = new Set<SoughtInsight>();
  believeClaims({ sought, lines, thresholds }, seen, claimedNotFound);
  const open = sought.filter((one) => !seen.has(one));
  const rest = takeVerbatim(open, lines, seen);
  findAlike({ sought: open.filter((one) => !seen.has(one)), lines: rest, thresholds }, sought, seen);
  return { seen, claimedNotFound };
}

interface Search {
  readonly sought: readonly SoughtInsight[];
  readonly lines: readonly WrittenLine[];
  readonly thresholds: SurvivalThresholds;
}

function believeClaims(
  { sought, lines, thresholds }: Search,
  seen: Map<SoughtInsight, Sighting>,
  claimedNotFound: Set<SoughtInsight>,
): void {
  const byId = new Map(sought.flatMap((one) => one.ids.map((id) => [id, one] as const)));
  for (const line of lines) {
    const claimed = new Set(line.from.flatMap((id) => byId.get(id) ?? []));
    for (const one of claimed) {
      const likeness = likenessOf(one.wording, line.wording, CLAIMED);
      const isCopy = isSeenAs(one, line);
      if (isCopy || (likeness !== null && likeness >= thresholds.similarityMinClaimed))
        keepBest(seen, one, { line, by: 'id', likeness: likeness ?? one.seenAs?.likeness ?? 0 });
      else claimedNotFound.add(one);
    }
  }
  for (const one of seen.keys()) claimedNotFound.delete(one);
}

/** Lines that are an insight word for word, or copy the line that it was seen in before; the others come back. */
function takeVerbatim(
  open: readonly SoughtInsight[],
  lines: readonly WrittenLine[],
  seen: Map<SoughtInsight, Sighting>,
): readonly WrittenLine[] {
  const byText = new Map(lines.map((line) => [line.wording.plain, line]));
  const taken = new Set<string>();
  for (const one of open) {
    const own = byText.get(one.wording.plain);
    const copy = own ? undefined : byText.get(one.seenAs?.line.wording.plain ?? '');
    if (own) seen.set(one, { line: own, by: 'similarity', likeness: 1 });
    else if (copy && one.seenAs) seen.set(one, { ...one.seenAs, line: copy });
    if (own) taken.add(own.wording.plain);
  }
  return lines.filter((line) => !taken.has(line.wording.plain));
}

/** By likeness alone. Every insight of the search competes for a line, also those that were found elsewhere. */
function findAlike(
  { sought, lines, thresholds }: Search,
  rivals: readonly SoughtInsight[],
  seen: Map<SoughtInsight, Sighting>,
): void {
  if (sought.length === 0 || lines.length === 0) return;
  const searched = new Set(sought);
  const index = indexWords(rivals, { wordingOf: ({ wording }) => wording, insights: 'indexed' });
  for (const line of lines) {
    for (const { one, likeness } of likestTo(line, index.near(line.wording), thresholds)) {
      if (searched.has(one)) keepBest(seen, one, { line, by: 'similarity', likeness });
    }
  }
}

/** Whose line it is: the likest, and those that are about as like. */
export function likestTo<T extends { readonly wording: Wording }>(
  line: WrittenLine,
  near: readonly T[],
  { similarityMin }: Pick<SurvivalThresholds, 'similarityMin'>,
): readonly { readonly one: T; readonly likeness: number }[] {
  const alike = near.flatMap((one) => {
    const likeness = likenessOf(one.wording, line.wording, ALONE);
    return likeness !== null && likeness >= similarityMin ? [{ one, likeness }] : [];
  });
  const best = Math.max(0, ...alike.map(({ likeness }) => likeness));
  return alike.filter(({ likeness }) => likeness >= best - MERGED_WITHIN);
}

const isSeenAs = ({ seenAs }: SoughtInsight, line: WrittenLine) =>
  seenAs !== undefined && seenAs.line.wording.plain === line.wording.plain;

function keepBest(seen: Map<SoughtInsight, Sighting>, one: SoughtInsight, found: Sighting): void {
  if ((seen.get(one)?.likeness ?? -1) < found.likeness) seen.set(one, found);
}
