import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';
import { planAutomaticRaise } from '@/lib/policy/worker-raise';

/**
 * How many calls may be in flight from this iteration on. A person's word is an answer from outside, so what came of it
 * is journaled before it acts (rulings J1); the refusals were made where the person asked. A raise by itself follows
 * from the plans and measurements so far; it is journaled all the same, so that a replay needs no person to read it.
 */
export async function settleLanes(context: RunContext, state: RunState): Promise<void> {
  const { manifest, control, journal, lanes, facts } = context;
  const { iteration } = state;
  const wanted = (await control.lanesWanted?.()) ?? null;
  // Without either there is nothing to decide, and the journal of such a run holds no decision of this kind.
  if (manifest.lanesMax === undefined && (wanted === null || wanted === state.lanes)) return;
  const decided = await journal.decide({ iteration, kind: 'lanes', ordinal: 0 }, () =>
    decide(context, state, wanted),
  );
  state.lanesAsked = decided.asked;
  if (decided.lanes === state.lanes) return;
  facts.emit('lanes.changed', `${iteration}`, {
    iteration,
    from: state.lanes,
    to: decided.lanes,
    by: decided.by,
  });
  state.lanes = decided.lanes;
  lanes.resize(decided.lanes);
}

/** A person's word goes before what would happen by itself, until it has been followed. */
function decide({ manifest }: RunContext, state: RunState, wanted: number | null) {
  if (wanted !== null && wanted !== state.lanesAsked) {
    return { lanes: wanted, by: 'person' as const, asked: wanted };
  }
  const lanes = planAutomaticRaise({
    lanes: state.lanes,
    lanesMax: manifest.lanesMax ?? state.lanes,
    lastBatchSize: state.plans.at(-1)?.size ?? null,
    isDiversityHeld: state.diversity?.collapsed == null ? null : !state.diversity.collapsed,
    selectionMeans: state.diversity?.selection.map(({ score }) => score.mean) ?? [],
  });
  return { lanes, by: 'evidence' as const, asked: state.lanesAsked };
}
