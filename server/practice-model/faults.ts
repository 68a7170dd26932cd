import { uniformOf } from './hashing';

/**
 * The faults that a provider is known for, by configuration only. Fixed by the request and the number of its
 * attempt, so that a retry may succeed and a rehearsal can be repeated.
 */
export const FAULT_KINDS = ['429', '500', 'time-out', 'cut-off', 'malformed', 'empty'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface FaultQuestion {
  readonly requestHash: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly rate: number;
  readonly kinds: readonly FaultKind[];
}

/** The fault of this attempt, or null for a clean answer. */
export function drawFault(question: FaultQuestion): FaultKind | null {
  const label = `${question.requestHash}/${question.attempt}`;
  if (uniformOf(`fault/${label}`) >= question.rate) return null;
  const pick = Math.floor(uniformOf(`fault kind/${label}`) * question.kinds.length);
  return question.kinds[pick] ?? null;
}

/** A reply's text after a fault that still answers 200. */
export function disturbedText(text: string, fault: FaultKind | null): string {
  if (fault === 'empty') return '';
  if (fault === 'cut-off') return text.slice(0, Math.floor(text.length * 0.6));
  // A missing colon and a stray comma: what models really get wrong, and no lenient parser may guess it.
  if (fault === 'malformed') return text.replace('":', '" ,').replace(/[}\]]*\s*$/, ',');
  return text;
}

/** Counts attempts by key; forgets the oldest keys, so memory stays bounded. */
export class AttemptCounter {
  private readonly attempts = new Map<string, number>();

  constructor(private readonly keysMax = 50_000) {}

  next(key: string): number {
    const attempt = (this.attempts.get(key) ?? 0) + 1;
    this.attempts.delete(key);
    this.attempts.set(key, attempt);
    const [oldest] = this.attempts.keys();
    if (this.attempts.size > this.keysMax && oldest !== undefined) this.attempts.delete(oldest);
    return attempt;
  }
}
