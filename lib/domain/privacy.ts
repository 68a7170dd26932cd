/**
 * The words of R-210: personal data and secrets in a text, their places, and the share of a prompt that is
 * copied from training examples. Names of people are not among the kinds: no pattern tells a name from a word.
 */
export const PRIVATE_KINDS = [
  'secret',
  'email',
  'iban',
  'paymentCard',
  'nationalId',
  'ipAddress',
  'phone',
] as const;
export type PrivateKind = (typeof PRIVATE_KINDS)[number];

/** Half-open, counted in UTF-16 code units, as `slice` counts. */
export interface PrivateSpan {
  readonly kind: PrivateKind;
  readonly start: number;
  readonly end: number;
  /** The shape alone: every letter and digit is a dot, so that it can be shown and sent anywhere. */
  readonly masked: string;
}

/** A span with what would stand in its place. */
export interface OfferedSpan extends PrivateSpan {
  readonly placeholder: string;
}

/** Puts placeholders in the place of spans, which must be in order and must not overlap; the rest stays as it is. */
export function replaceSpans(
  text: string,
  spans: readonly Pick<OfferedSpan, 'start' | 'end' | 'placeholder'>[],
): string {
  let end = 0;
  const parts: string[] = [];
  for (const span of spans) {
    parts.push(text.slice(end, span.start), span.placeholder);
    end = span.end;
  }
  return parts.join('') + text.slice(end);
}

/** Fields of an example that are looked through. */
export const PRIVATE_FIELDS = ['id', 'question', 'context', 'expected', 'groupKey', 'sourceSplit'] as const;
export type PrivateField = (typeof PRIVATE_FIELDS)[number];

/** Where in a data set one was found: the how-manyth example, from 1, and where in which field. */
export interface PrivatePlace {
  readonly example: number;
  readonly field: PrivateField;
  readonly start: number;
  readonly end: number;
  readonly masked: string;
}

/** Findings in a data set, by kind; kinds without a finding are left out. */
export interface PrivateFinding {
  readonly kind: PrivateKind;
  readonly count: number;
  /** Examples that hold at least one. */
  readonly examples: number;
  readonly first: readonly PrivatePlace[];
}

/** A piece of a prompt whose every n-gram is word for word in a training example. */
export interface CopiedSpan {
  readonly start: number;
  readonly end: number;
  readonly words: number;
  /** The example in which its first n words stand. */
  readonly exampleId: string;
}

export interface LeakReading {
  /** Words of an n-gram. */
  readonly n: number;
  /** Positions of the prompt at which n words begin. */
  readonly promptNgrams: number;
  readonly copiedNgrams: number;
  /** copied / all; null where the prompt has fewer than n words. */
  readonly share: number | null;
  /** Training examples that it was compared with. */
  readonly examples: number;
  /** The longest, longest first. */
  readonly worst: readonly CopiedSpan[];
}
