import type pg from 'pg';
import type { InjectedComponent } from '@/lib/dialects/dialect';
import { CallRetries } from '@/lib/dialects/retry';
import type { SeenConversations } from '@/lib/dialects/seen-conversations';
import { RolloutBook } from '@/lib/evaluation/rollout-book';
import type { CallBodies } from '@/server/adapters/agents/call-bodies';
import { type CallRow, readCalls } from '@/server/repositories/agent-calls';
import { type AttemptName, type AttemptRow, readAttempt } from '@/server/repositories/rollouts';
import type { CallOutput } from './call-output';
import { injectedBy, replayedCalls } from './recorded-calls';

/**
 * One attempt as the proxy holds it in memory while its agent works: conversations that later calls refer to, retries,
 * and what is left of its limits. All of it is rebuilt from the rows of its calls where a process starts amid a rollout.
 */
export interface LiveAttempt {
  readonly name: AttemptName;
  readonly row: AttemptRow;
  readonly components: readonly InjectedComponent[];
  readonly seen: SeenConversations;
  readonly retries: CallRetries;
  readonly book: RolloutBook;
  /** Replies to calls that are under way, by their ordinal. */
  readonly outputs: Map<number, CallOutput>;
  /** Ordinal of the next call. */
  next: number;
  usedAtMs: number;
}

export async function openLiveAttempt(
  pool: pg.Pool,
  name: AttemptName,
  bodies: CallBodies,
): Promise<LiveAttempt | null> {
  const row = await readAttempt(pool, name);
  if (row === null) return null;
  const rows = await readCalls(pool, name);
  const { seen } = replayedCalls(rows, row.order, bodies);
  const book = new RolloutBook(row.order.limits);
  for (const { status, tokensIn, tokensOut, costUsd } of rows)
    if (status !== 'refused' && status !== 'stray')
      book.add({ tokens: tokensIn + tokensOut, usd: costUsd ?? 0 });
  return {
    ...{ name, row, seen, book },
    components: injectedBy(row.order),
    retries: retriesOf(rows),
    outputs: new Map(),
    next: (rows.at(-1)?.ordinal ?? -1) + 1,
    usedAtMs: 0,
  };
}

/** Calls of earlier: one that a crash left without an end was not delivered, so the same body again replaces it. */
function retriesOf(rows: readonly CallRow[]): CallRetries {
  const retries = new CallRetries();
  for (const { digest, ordinal, status } of rows) {
    if (status === 'refused' || status === 'stray') continue;
    retries.arrive(digest, ordinal);
    retries.end(digest, ordinal, status === 'answered');
  }
  return retries;
}
