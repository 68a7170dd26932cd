import type { EndedCall } from '@/server/repositories/agent-calls';

/**
 * Ends of calls on their way to the books. A query of their own costs the process more than their bytes, and no caller
 * waits for them: so each waits for the next call, whose query takes it along, or goes without one after a while.
 */
export interface WaitingEnds {
  /** Settles with the query that takes it. */
  add(end: EndedCall): Promise<void>;
  /** Hands over what waits to a query that is being sent, whose outcome has to be told. */
  take(): TakenEnds;
  /** Writes what waits. Never rejects. */
  writeNow(): Promise<void>;
}

export interface TakenEnds {
  readonly ended: readonly EndedCall[];
  settleWith(written: Promise<unknown>): void;
}

/** The most ends that one statement writes. */
const TAKEN_MAX = 500;

export function makeWaitingEnds(
  write: (ended: readonly EndedCall[]) => Promise<void>,
  { lingerMs }: { readonly lingerMs: number },
): WaitingEnds {
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | null = null;

  function take(): TakenEnds {
    const taken = waiting.splice(0, TAKEN_MAX);
    if (waiting.length === 0 && timer !== null) {
      clearTimeout(timer);
      timer = null;
    }
    return {
      ended: taken.map(({ end }) => end),
      settleWith(written) {
        written.then(
          () => {
            for (const { resolve } of taken) resolve();
          },
          (error: unknown) => {
            for (const { reject } of taken) reject(error);
          },
        );
      },
    };
  }

  async function writeNow(): Promise<void> {
    while (waiting.length > 0) {
      const { ended, settleWith } = take();
      const written = write(ended);
      settleWith(written);
      await written.catch(() => undefined);
    }
  }

  return {
    add: (end) =>
      new Promise((resolve, reject) => {
        waiting.push({ end, resolve, reject });
        timer ??= setTimeout(() => void writeNow(), lingerMs);
      }),
    take,
    writeNow,
  };
}

interface Waiting {
  readonly end: EndedCall;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
