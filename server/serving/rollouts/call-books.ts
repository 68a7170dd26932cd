import { groupCommit } from '@/server/ledger/group-commit';
import type { EndedCall, NewCall } from '@/server/repositories/agent-calls';
import type { Heard } from '@/server/repositories/rollouts';
import { makeWaitingEnds } from './waiting-ends';

/**
 * How the proxy's calls come into the books with few queries: those that come together are written together, the wish to
 * have them on the disk is sent along, and so are ends of earlier calls. While the disk is slow one query at a time waits
 * for it, so that a new call finds a free connection; those written meanwhile are flushed together.
 */
export interface CallBooks {
  /** Resolves when other connections see the row. */
  writeNew(call: NewCall): Promise<WrittenRow>;
  writeEnded(end: EndedCall): Promise<void>;
  /** Resolves when the ends that waited are written; never rejects. */
  writeEndsNow(): Promise<void>;
}

export interface WrittenRow {
  /** The state of the call's attempt; null = there is no such attempt. */
  readonly heard: Heard | null;
  /** Resolves when the row is on the disk; may reject unheard. */
  readonly durable: Promise<void>;
}

/** The queries, each for all that it is given. */
export interface CallQueries {
  open(calls: readonly NewCall[]): Promise<readonly (Heard | null)[]>;
  /** Two queries that are sent together; the first is answered before the disk has the rows. */
  openAndFlush(
    calls: readonly NewCall[],
    ended: readonly EndedCall[],
  ): Promise<{ readonly heard: readonly (Heard | null)[]; readonly durable: Promise<void> }>;
  /** Resolves when the disk has the ends, and all that was answered before. */
  flush(ended: readonly EndedCall[]): Promise<void>;
  end(ended: readonly EndedCall[]): Promise<void>;
}

export function makeCallBooks(
  { open, openAndFlush, flush, end }: CallQueries,
  { lingerMs }: { readonly lingerMs: number },
): CallBooks {
  const ends = makeWaitingEnds(end, { lingerMs });
  let flushing: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function flushWith(send: (ended: readonly EndedCall[]) => Promise<void>): Promise<void> {
    const { ended, settleWith } = ends.take();
    const flushed = send(ended);
    settleWith(flushed);
    flushing = flushed;
    const clear = () => {
      if (flushing === flushed) flushing = null;
    };
    flushed.then(clear, clear);
    return flushed;
  }

  /** One flush, once that under way has ended, for all that ask before. */
  function flushNext(): Promise<void> {
    const begin = () => {
      next = null;
      return flushWith(flush);
    };
    next ??= (flushing ?? Promise.resolve()).then(begin, begin);
    return next;
  }

  const writeNew = groupCommit<NewCall, WrittenRow>(async (calls) => {
    if (flushing !== null) {
      const heard = await open(calls);
      return rowsOf(heard, flushNext());
    }
    let opened: ReturnType<typeof openAndFlush> | undefined;
    const durable = flushWith((ended) => {
      opened = openAndFlush(calls, ended);
      return opened.then((sent) => sent.durable);
    });
    return rowsOf((await opened)?.heard ?? [], durable);
  });

  return { writeNew, writeEnded: ends.add, writeEndsNow: ends.writeNow };
}

function rowsOf(heard: readonly (Heard | null)[], durable: Promise<void>): readonly WrittenRow[] {
  durable.catch(() => undefined);
  return heard.map((each) => ({ heard: each, durable }));
}
