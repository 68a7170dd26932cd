import type { IterationDone } from '@/lib/engine/iteration/iteration';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import { measure } from '@/lib/stats/mean-interval';

/**
 * The online score: how well examples are answered when they are met for the first time. A window is an iteration's
 * minibatch, answered and scored under the frozen playbook before anything is learned from it, so it costs no call
 * beside those of the map. Held-out goes on being measured; this is a series of its own and decides nothing.
 */
export function emitOnline(
  { manifest, facts }: RunContext,
  state: RunState,
  { outcome, plan, cut }: IterationDone,
): void {
  const { method } = manifest;
  // Rolled-back examples are met again and count then.
  if (method.name !== 'ace' || method.mode !== 'online' || cut === 'rollback') return;
  state.onlineScores = [...state.onlineScores, ...outcome.scores];
  facts.emit('online.measured', `${state.iteration}`, {
    iteration: state.iteration,
    examples: plan.size,
    score: measure(outcome.scores),
    soFar: measure(state.onlineScores),
  });
}
