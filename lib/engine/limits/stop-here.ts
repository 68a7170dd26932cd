import { expectedNext } from '@/lib/engine/iteration/expected-next';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import { promptNotSeen } from './prompt-not-seen';
import { decideStop, type StopDecision } from './stopping';

/** Asked once a boundary and journaled, since deadline and people are the outside world. */
export async function stopHere(context: RunContext, state: RunState): Promise<StopDecision> {
  const { manifest, journal, clock } = context;
  const unseen = await promptNotSeen(context, state.iteration - 1);
  if (unseen.stop) return unseen;
  // A map that is ahead is the next iteration already: what it has cost so far is part of what that is expected to.
  const spend = context.asker.spend();
  const next = expectedNext(manifest, state, spend);
  const decided = async () =>
    decideStop({
      manifest,
      requested: await context.control.requested(),
      seen: state.seen,
      total: context.order.total,
      spend,
      elapsedMs: clock.nowMs() - context.startedAtMs,
      measurementMs: context.deadline.reserveMs,
      gpuSeconds: context.asker.gpuSeconds(),
      measurements: state.measurements,
      lastScores: state.lastMeasured?.scores ?? [],
      lastRollouts: state.lastRollouts,
      rejectedInARow: state.rejectedInARow,
      laterAnswers: state.laterAnswers,
      laterUnreadable: state.laterUnreadable,
      lastRefused: state.lastRefused,
      searchDone: state.searchDone,
      nextTokens: next.tokens,
      nextUsd: next.usd,
    });
  const key = { iteration: state.iteration - 1, kind: 'stop', ordinal: 0 };
  return journal.decide<StopDecision>(key, decided);
}
