import type { Clock } from '@/lib/ports/clock';
import type { AttemptName } from '@/server/repositories/rollouts';
import type { LiveAttempt } from './live-attempt';

/**
 * Attempts whose agents work now, in memory; one that has been quiet for a while is forgotten and read again when its
 * agent comes back. Attempts that do not exist are not remembered.
 */
export interface LiveAttempts {
  of(name: AttemptName): Promise<LiveAttempt | null>;
  /** Its outcome has come; one with calls under way stays until these have ended. */
  forget(name: AttemptName): void;
  readonly size: number;
  close(): void;
}

const QUIET_MS = 60_000;
const SWEEP_MS = 10_000;

export function makeLiveAttempts({
  open,
  clock,
}: {
  readonly open: (name: AttemptName) => Promise<LiveAttempt | null>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}): LiveAttempts {
  const attempts = new Map<string, Promise<LiveAttempt | null>>();

  function sweep(): void {
    for (const [key, opening] of attempts)
      opening.then(
        (attempt) => {
          const isQuiet = attempt && clock.monotonicMs() - attempt.usedAtMs > QUIET_MS;
          if (isQuiet && attempt.outputs.size === 0) attempts.delete(key);
        },
        () => attempts.delete(key),
      );
  }
  const timer = setInterval(sweep, SWEEP_MS).unref();

  return {
    async of(name) {
      const key = keyOf(name);
      const opening = attempts.get(key) ?? open(name);
      attempts.set(key, opening);
      try {
        const attempt = await opening;
        if (attempt === null) attempts.delete(key);
        else attempt.usedAtMs = clock.monotonicMs();
        return attempt;
      } catch (error) {
        attempts.delete(key);
        throw error;
      }
    },
    forget(name) {
      const key = keyOf(name);
      attempts.get(key)?.then(
        (attempt) => attempt?.outputs.size === 0 && attempts.delete(key),
        () => undefined,
      );
    },
    get size() {
      return attempts.size;
    },
    close: () => clearInterval(timer),
  };
}

const keyOf = ({ id, attempt }: AttemptName) => `${id}/${attempt}`;
