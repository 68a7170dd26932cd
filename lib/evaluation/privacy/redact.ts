import { type OfferedSpan, type PrivateKind, type PrivateSpan, replaceSpans } from '@/lib/domain/privacy';
import { withoutStops } from '../import/import-examples';
import { detectInSteps } from './detect';

const WORDS: Readonly<Record<PrivateKind, string>> = {
  secret: 'SECRET',
  email: 'EMAIL',
  iban: 'IBAN',
  paymentCard: 'CARD',
  nationalId: 'NATIONAL_ID',
  ipAddress: 'IP',
  phone: 'PHONE',
};

/**
 * Replaces private values by consistent placeholders: the same value gets the same placeholder wherever
 * it occurs in the texts of one redactor, and two values never share a placeholder. Identities stay distinct, and a
 * group stays a group. Numbers follow first appearance: a hash of a telephone number could be looked up.
 */
export class Redactor {
  private readonly placeholders = new Map<string, string>();
  private readonly counts = new Map<PrivateKind, number>();

  /** Numbers values by their own name where several redactors read parts of one text; else by first appearance. */
  constructor(private readonly numberOf?: (kind: PrivateKind, value: string) => number) {}

  /** Values that have a placeholder so far. */
  get size(): number {
    return this.placeholders.size;
  }

  /** Findings in a text, each with its placeholder. */
  offer(text: string): readonly OfferedSpan[] {
    return withoutStops(this.offerInSteps(text));
  }

  /** The text with every finding replaced. */
  redact(text: string): string {
    return withoutStops(this.redactInSteps(text));
  }

  *offerInSteps(text: string): Generator<void, readonly OfferedSpan[]> {
    const spans = yield* detectInSteps(text);
    // A text that was struck out before keeps its placeholders: they are not given to others.
    const taken = new Set(text.match(PLACEHOLDERS));
    return spans.map((span) => ({ ...span, placeholder: this.placeholderOf(text, span, taken) }));
  }

  /** Repeats until nothing is found: a redaction can reveal a value next to it. A second pass is rare. */
  *redactInSteps(text: string): Generator<void, string> {
    let rest = text;
    for (;;) {
      const offered = yield* this.offerInSteps(rest);
      if (offered.length === 0) return rest;
      rest = replaceSpans(rest, offered);
    }
  }

  private placeholderOf(text: string, { kind, start, end }: PrivateSpan, taken: ReadonlySet<string>): string {
    const value = text.slice(start, end);
    const key = `${kind} ${value}`;
    const known = this.placeholders.get(key);
    if (known !== undefined) return known;
    let count = this.numberOf?.(kind, value) ?? (this.counts.get(kind) ?? 0) + 1;
    while (taken.has(placeholder(kind, count))) count += 1;
    this.counts.set(kind, count);
    this.placeholders.set(key, placeholder(kind, count));
    return placeholder(kind, count);
  }
}

const placeholder = (kind: PrivateKind, count: number) => `[${WORDS[kind]}_${count}]`;
const PLACEHOLDERS = /\[[A-Z_]{2,12}_\d{1,9}\]/g;

/** Something in the text was replaced. */
export const holdsPlaceholder = (text: string) => text.search(PLACEHOLDERS) >= 0;
