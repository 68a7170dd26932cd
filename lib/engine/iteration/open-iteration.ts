import { rolloutsPerExample } from '@/lib/domain/method-settings';
import type { Spend } from '@/lib/domain/spend';
import { planIteration } from '@/lib/engine/boundary';
import { beginsEarly, type OpenedIteration } from '@/lib/engine/rollouts/outstanding';
import { guardMap } from '@/lib/engine/rollouts/preemption';
import { startMap } from '@/lib/engine/rollouts/running-map';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';

/** State that an iteration opened ahead of time is pinned to, since answers still arrive meanwhile. */
export interface Early {
  /** Spend at the boundary before: a later figure would depend on which answers have arrived. */
  readonly spend: Spend;
}

export async function openIteration(
  context: RunContext,
  state: RunState,
  early?: Early,
): Promise<OpenedIteration> {
  const { iteration, candidate } = state;
  const plan = await planIteration(context, state, early?.spend);
  const examples = context.order.take(state.seen, plan.size);
  context.facts.emit('iteration.started', `${iteration}`, {
    iteration,
    epoch: context.order.epochOf(state.seen),
    candidateHash: candidate.hash,
    exampleIds: examples.map((example) => example.id),
    ...(early ? { stale: true as const } : {}),
  });
  const startedMs = context.clock.monotonicMs();
  const guard = beginsEarly(context.manifest) ? null : await guardMap(context, state, examples.length);
  const map = startMap(context, state, { iteration, candidate, examples, guard });
  return { iteration, plan, map, startedMs };
}

/**
 * Overlap: the map of the next iteration starts on the candidate at hand while this one is reduced, so that lanes are
 * busy during the few long calls of the scan. Whether it does is journaled, since what is left of the caps says so.
 *
 * Profile and confirming iterations are never overlapped: their delays are what the size is fitted from. Nor is the
 * last one of the examples.
 */
export async function openAhead(
  context: RunContext,
  state: RunState,
  current: OpenedIteration & Early,
): Promise<OpenedIteration | null> {
  const { manifest, order, journal } = context;
  if (manifest.stragglers?.overlap !== true) return null;
  if (current.plan.reason === 'profiling' || current.plan.reason === 'confirming') return null;
  const next: RunState = {
    ...state,
    iteration: current.iteration + 1,
    seen: state.seen + current.plan.size,
  };
  if (next.seen >= order.total) return null;
  const goes = await journal.decide({ iteration: next.iteration, kind: 'overlap', ordinal: 0 }, () =>
    hasRoom(context),
  );
  return goes ? openIteration(context, next, current) : null;
}

/** A last iteration without examples of its own, for what is still late when the run stops. */
export function openDraining(context: RunContext, state: RunState): OpenedIteration {
  const { iteration, candidate } = state;
  context.facts.emit('iteration.started', `${iteration}`, {
    iteration,
    epoch: context.order.epochOf(Math.max(0, state.seen - 1)),
    candidateHash: candidate.hash,
    exampleIds: [],
  });
  const map = startMap(context, state, { iteration, candidate, examples: [], guard: null });
  const plan = { size: 0, reason: 'lastPartial' } as const;
  return { iteration, plan, map, startedMs: context.clock.monotonicMs() };
}

function hasRoom({ manifest, asker }: RunContext): boolean {
  const cap = manifest.budget.rollouts;
  return cap === null || cap - asker.paid().rollouts >= rolloutsPerExample(manifest.method);
}
