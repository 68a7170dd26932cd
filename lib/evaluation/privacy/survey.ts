import {
  PRIVATE_FIELDS,
  PRIVATE_KINDS,
  type PrivateFinding,
  type PrivateKind,
  type PrivatePlace,
} from '@/lib/domain/privacy';
import type { ImportedExample } from '../import/import-types';
import { exampleContentHash } from '../import/map-record';
import { detectInSteps } from './detect';
import type { Redactor } from './redact';

/** Places named a kind; the counts go on. */
const PLACES_KEPT = 5;

/** Findings in the examples of an import, with a stop after each, so that a server can do other work in between. */
export function* surveyInSteps(
  examples: readonly ImportedExample[],
): Generator<void, readonly PrivateFinding[]> {
  const survey = new PrivacySurvey();
  for (const example of examples) {
    yield* survey.takeInSteps(example);
    yield;
  }
  return survey.findings();
}

/** The same for examples that come one by one. Keeps counts and first places, however many there are. */
export class PrivacySurvey {
  private readonly tallies = new Map<PrivateKind, Tally>();
  private taken = 0;

  *takeInSteps(example: ImportedExample): Generator<void, void> {
    this.taken += 1;
    for (const { kind, ...place } of yield* findingsInSteps(example)) {
      const tally = this.tallies.get(kind) ?? { count: 0, examples: 0, last: 0, first: [] };
      tally.count += 1;
      if (tally.last !== this.taken) tally.examples += 1;
      tally.last = this.taken;
      if (tally.first.length < PLACES_KEPT) tally.first.push({ example: this.taken, ...place });
      this.tallies.set(kind, tally);
    }
  }

  findings(): readonly PrivateFinding[] {
    return PRIVATE_KINDS.flatMap((kind) => {
      const tally = this.tallies.get(kind);
      if (tally === undefined) return [];
      return [{ kind, count: tally.count, examples: tally.examples, first: tally.first }];
    });
  }
}

interface Tally {
  count: number;
  examples: number;
  /** The example that was counted last. */
  last: number;
  readonly first: PrivatePlace[];
}

type Found = Omit<PrivatePlace, 'example'> & { readonly kind: PrivateKind };

/** An id that is the content's hash says nothing; one in a million has the digits of a payment card. */
function* findingsInSteps(example: ImportedExample): Generator<void, Found[]> {
  const found: Found[] = [];
  const isHash = example.contentHash.startsWith(example.id);
  for (const field of PRIVATE_FIELDS.filter((name) => name !== 'id' || !isHash))
    for (const span of yield* detectInSteps(example[field] ?? '')) found.push({ ...span, field });
  return found;
}

/**
 * The same examples with everything struck out, hashed anew. Two that differ still do, since two values never share a
 * placeholder.
 */
export function* redactInSteps(
  examples: readonly ImportedExample[],
  redactor: Redactor,
): Generator<void, ImportedExample[]> {
  const redacted: ImportedExample[] = [];
  for (const example of examples) {
    redacted.push(yield* redactExampleInSteps(example, redactor));
    yield;
  }
  return redacted;
}

export function* redactExampleInSteps(
  example: ImportedExample,
  redactor: Redactor,
): Generator<void, ImportedExample> {
  const content = {
    question: yield* redactor.redactInSteps(example.question),
    context: yield* redactor.redactInSteps(example.context),
    expected: yield* redactor.redactInSteps(example.expected),
  };
  const contentHash = exampleContentHash(content);
  // An id that was the content's hash is made of the new content: what was struck out could be tried out on the old.
  const isHash = example.contentHash.startsWith(example.id);
  return {
    ...content,
    id: isHash ? contentHash.slice(0, example.id.length) : yield* redactor.redactInSteps(example.id),
    groupKey: example.groupKey === null ? null : yield* redactor.redactInSteps(example.groupKey),
    sourceSplit: yield* redactor.redactInSteps(example.sourceSplit),
    contentHash,
  };
}
