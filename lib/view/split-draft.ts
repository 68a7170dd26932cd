import { SPLIT_NAMES, type SplitName } from '@/lib/domain/split';
import { splitWord } from './number-origin';

/**
 * A split rule while a person fills it in: texts and choices, turned into the rule that the API takes. Knows nothing
 * of hashing; the server assigns.
 */
export type PartNumbers = Readonly<Record<SplitName, string>>;

export interface SourceDraft {
  readonly source: string;
  /** The whole source into one split, or numbers of examples by content hash. */
  readonly into: SplitName | 'counts' | 'none';
  readonly counts: PartNumbers;
}

export interface SplitDraft {
  readonly mode: 'shares' | 'counts' | 'bySource';
  readonly by: 'content' | 'group';
  readonly shares: PartNumbers;
  readonly counts: PartNumbers;
  readonly sources: readonly SourceDraft[];
}

export type SplitRuleValue =
  | { readonly kind: 'shares'; readonly shares: Record<SplitName, number>; readonly by: 'content' | 'group' }
  | { readonly kind: 'counts'; readonly counts: Partial<Record<SplitName, number>> }
  | { readonly kind: 'bySource'; readonly parts: SourceRule[] };

type SourceRule =
  | { readonly source: string; readonly kind: 'whole'; readonly split: SplitName }
  | { readonly source: string; readonly kind: 'counts'; readonly counts: Partial<Record<SplitName, number>> };

/** 250 / 100 / 150 of the first file, the second as held-out: the pattern of the published Formula runs. */
const TRAIN_FILE: PartNumbers = { train: '250', selection: '100', heldOut: '', confirmation: '150' };
const NO_NUMBERS: PartNumbers = { train: '', selection: '', heldOut: '', confirmation: '' };

/** Below it four parts are too small to show anything: half teaches and half measures. */
const SMALL_SET = 200;

/** Parts that suit a data set of this many examples; a person can change each of them. */
export function openSplitDraft(sources: readonly string[], examples: number): SplitDraft {
  const isSmall = examples < SMALL_SET;
  const train = Math.floor(examples / 2);
  const halves = {
    train: String(train),
    selection: '0',
    heldOut: String(examples - train),
    confirmation: '0',
  };
  return {
    mode: sources.length > 1 ? 'bySource' : isSmall ? 'counts' : 'shares',
    by: 'content',
    shares: { train: '50', selection: '10', heldOut: '30', confirmation: '10' },
    counts: isSmall ? halves : { train: '250', selection: '100', heldOut: '300', confirmation: '150' },
    sources: usualSources(sources),
  };
}

/**
 * Sources that are called as splits are, each go into theirs. Else the file that sounds like validation or test is
 * held-out, and the first of the others is parted by counts.
 */
export function usualSources(sources: readonly string[]): readonly SourceDraft[] {
  const own = sources.map((source) => SPLIT_NAMES.find((name) => name === source));
  if (own.includes('train') && own.includes('heldOut'))
    return sources.map((source, index) => ({ source, into: own[index] ?? 'none', counts: NO_NUMBERS }));
  const named = sources.findIndex((source) => /val|test|held|dev/i.test(source));
  const heldOut = named >= 0 ? named : 1;
  const train = heldOut === 0 ? 1 : 0;
  return sources.map((source, index) => ({
    source,
    into: index === heldOut ? 'heldOut' : index === train ? 'counts' : 'none',
    counts: index === train ? TRAIN_FILE : NO_NUMBERS,
  }));
}

export function ruleOf(draft: SplitDraft): SplitRuleValue {
  if (draft.mode === 'counts') return { kind: 'counts', counts: countsOf(draft.counts) };
  if (draft.mode === 'bySource')
    return { kind: 'bySource', parts: draft.sources.flatMap((source) => sourceRule(source)) };
  const shares = Object.fromEntries(
    SPLIT_NAMES.map((name) => [name, (Number(draft.shares[name]) || 0) / 100]),
  );
  return { kind: 'shares', shares: shares as Record<SplitName, number>, by: draft.by };
}

function sourceRule({ source, into, counts }: SourceDraft): readonly SourceRule[] {
  if (into === 'none') return [];
  if (into === 'counts') return [{ source, kind: 'counts', counts: countsOf(counts) }];
  return [{ source, kind: 'whole', split: into }];
}

function countsOf(numbers: PartNumbers): Partial<Record<SplitName, number>> {
  const given = SPLIT_NAMES.filter((name) => numbers[name].trim() !== '');
  return Object.fromEntries(given.map((name) => [name, Number(numbers[name])]));
}

/** "40 train, 40 held-out": the parts that get examples. */
export function proposedWords({ mode, shares, counts }: SplitDraft): string {
  const [numbers, unit] = mode === 'counts' ? [counts, ''] : [shares, ' %'];
  const filled = SPLIT_NAMES.filter((name) => Number(numbers[name]) > 0);
  return filled.map((name) => `${numbers[name]}${unit} ${splitWord(name)}`).join(', ');
}
