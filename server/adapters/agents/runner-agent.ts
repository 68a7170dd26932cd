import { setTimeout as pause } from 'node:timers/promises';
import type { AgentCarrier, CarryEnd } from '@/lib/ports/agent';
import { infrastructureFault } from './read-outcome';
import { whenAborted } from './when-aborted';

/**
 * An agent of runners: processes of users' own, which lease the attempt from the flag server. Nothing is sent from here.
 * The attempt is offered, and what comes first ends it: the outcome that its runner posts, a lease that ran out, or the
 * end of the attempt for us. A recalled attempt takes no outcome, so what this gives back and what counts never differ;
 * the answer to the runner's next heartbeat tells it to stop.
 */
export interface AttemptOffers {
  /** `lapsed` resolves once the lease has run out and the attempt is recalled; pending where that never happens. */
  offer(attempt: OfferedAttempt): Promise<{ readonly lapsed: Promise<void>; leave(): void }>;
  /** False where an outcome is there already: it counts. */
  recall(attempt: OfferedAttempt): Promise<boolean>;
}

export interface OfferedAttempt {
  readonly id: string;
  readonly attempt: number;
}

/** An outcome that came before the recall is on its way to us. */
const LAST_WORD_MS = 5_000;

export function makeRunnerAgent(offers: AttemptOffers): AgentCarrier {
  return {
    async carry(job, { signal, posted }): Promise<CarryEnd> {
      if (signal.aborted) return { kind: 'stopped' };
      const name = { id: job.rolloutId, attempt: job.attempt };
      const outcome = posted.then((said) => ({ kind: 'outcome', outcome: said }) as const);
      const offer = await offers.offer(name);
      try {
        const lapsed = offer.lapsed.then(() => infrastructureFault('leaseLost', null));
        const end = await Promise.race([outcome, lapsed, whenAborted(signal)]);
        if (end.kind !== 'stopped' || (await offers.recall(name))) return end;
        return await Promise.race([outcome, pause(LAST_WORD_MS, end, { ref: false })]);
      } finally {
        offer.leave();
      }
    },
  };
}
