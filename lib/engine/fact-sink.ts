import { canonicalHash, contentHash } from '@/lib/domain/content-hash';
import {
  type Fact,
  type FactData,
  type FactMeasured,
  type FactType,
  OPERATIONAL_FACTS,
} from '@/lib/domain/ledger-entry';
import type { Clock } from '@/lib/ports/clock';
import type { Ledger } from '@/lib/ports/ledger';

/**
 * Emits facts to the ledger and keeps the run's hash. The hash covers what each fact says, not when it was said nor
 * in which order concurrent ones arrived, so that a killed run and its uninterrupted twin reach the same one.
 */
export interface FactSink {
  emit<T extends FactType>(type: T, place: string, data: FactData[T], measured?: Partial<FactMeasured>): void;
  /** Over (key, data) of every fact so far that is part of the result, in key order. */
  runHash(): string;
  flush(): Promise<void>;
}

/**
 * `sharesAnswers`: what was paid then depends on what other runs had paid before, and is no part of the result; the
 * list price is.
 */
export function makeFactSink(ledger: Ledger, clock: Clock, worker: string, sharesAnswers = false): FactSink {
  const digests = new Map<string, string>();
  return {
    emit(type, place, data, measured = {}) {
      const key = place === '' ? type : `${type}/${place}`;
      const digest = resultDigest({ type, data }, sharesAnswers);
      if (digest !== null) digests.set(key, digest);
      // The union's members are correlated by T, which a spread cannot show to the compiler.
      const fact = {
        type,
        key,
        data,
        measured: { atMs: clock.nowMs(), worker, ...measured },
      } as unknown as Fact;
      ledger.append(fact);
    },
    runHash: () => hashOfDigests(digests),
    flush: () => ledger.flush(),
  };
}

/** A run's hash from what each fact adds to it, by the fact's key. */
export function hashOfDigests(digests: ReadonlyMap<string, string>): string {
  const lines = [...digests].map(([key, digest]) => `${key} ${digest}`).sort();
  return contentHash(lines.join('\n'));
}

/** Digest that a fact adds to the run's hash; null = the fact is no part of the result. */
export function resultDigest(
  { type, data }: { readonly type: FactType; readonly data: object },
  sharesAnswers: boolean,
): string | null {
  if (OPERATIONAL_FACTS.includes(type) || type === 'run.finished') return null;
  return canonicalHash(sharesAnswers ? withoutPaid(data) : data);
}

function withoutPaid(data: object): unknown {
  return 'spend' in data && typeof data.spend === 'object'
    ? { ...data, spend: { ...data.spend, spendUsd: 0 } }
    : data;
}
