import type pg from 'pg';
import type { RolloutOutcome } from '@/lib/domain/rollout-documents';
import { isDatabaseGone } from '@/lib/errors/database-gone';
import type { Listener } from '@/server/events/listener';
import { logOf } from '@/server/observability/log';
import { type AttemptState, readAttemptStates } from '@/server/repositories/carried-attempts';
import { type AttemptName, OUTCOME_CHANNEL } from '@/server/repositories/rollouts';

/**
 * What happens to the attempts that this worker carries, besides their agents: an outcome that was posted, the deadline, a
 * person's stop, another worker that took over. Heard by a note at once, and by one look a second at all of them, which
 * reads the deadline that the serving process moves. Cost: one query a second, whatever the number of attempts.
 */
export type AttemptEvent =
  /** The agent's own time is over. */
  | 'overdue'
  /** A person stopped it. */
  | 'stopped'
  /** Another worker carries the rollout. */
  | 'lost';

export interface FollowedAttempt {
  /** Pending where no outcome is posted. */
  readonly posted: Promise<RolloutOutcome>;
  /** Aborts at the first event. */
  readonly over: AbortSignal;
  /** The first event; null before it. */
  event(): AttemptEvent | null;
  leave(): void;
}

export interface AttemptWatch {
  follow(attempt: AttemptName): FollowedAttempt;
  /** Attempts that are followed now. */
  readonly size: number;
}

const LOOK_MS = 1_000;

const watches = new WeakMap<Listener, AttemptWatch>();

/** One for all runs of this process. */
export function attemptWatch(pool: pg.Pool, listener: Listener): AttemptWatch {
  const watch = watches.get(listener) ?? makeAttemptWatch(pool, listener);
  watches.set(listener, watch);
  return watch;
}

interface Followed {
  readonly name: AttemptName;
  post(outcome: RolloutOutcome): void;
  end(event: AttemptEvent): void;
}

const keyOf = ({ id, attempt }: AttemptName) => `${id}/${attempt}`;

function makeAttemptWatch(pool: pg.Pool, listener: Listener): AttemptWatch {
  const followed = new Map<string, Followed>();
  let timer: NodeJS.Timeout | undefined;

  async function look(keys: readonly string[]): Promise<void> {
    const names = keys.flatMap((key) => followed.get(key)?.name ?? []);
    if (names.length === 0) return;
    for (const state of await readAttemptStates(pool, names)) tell(followed.get(keyOf(state)), state);
  }

  const glance = (keys: readonly string[]) =>
    look(keys).catch((error: Error) => {
      logOf('agent')[isDatabaseGone(error) ? 'debug' : 'warn']({ error: error.message }, 'No look.');
    });

  listener.subscribe(OUTCOME_CHANNEL, (key) => void glance(key === null ? [...followed.keys()] : [key]));

  function keepLooking(): void {
    timer = setTimeout(async () => {
      await glance([...followed.keys()]);
      if (followed.size > 0) keepLooking();
      else timer = undefined;
    }, LOOK_MS);
  }

  return {
    follow(name) {
      const over = new AbortController();
      const key = keyOf(name);
      let first: AttemptEvent | null = null;
      const end = (event: AttemptEvent) => {
        first ??= event;
        over.abort();
      };
      const posted = new Promise<RolloutOutcome>((resolve) => {
        followed.set(key, { name, post: resolve, end });
      });
      if (timer === undefined) keepLooking();
      return { posted, over: over.signal, event: () => first, leave: () => void followed.delete(key) };
    },
    get size() {
      return followed.size;
    },
  };
}

/** An outcome that came counts, however late it is read. */
function tell(one: Followed | undefined, { status, outcome, isOverdue }: AttemptState): void {
  if (status === 'running' && outcome !== null) one?.post(outcome);
  else if (status === 'stopped') one?.end('stopped');
  else if (status !== 'running') one?.end('lost');
  else if (isOverdue) one?.end('overdue');
}
