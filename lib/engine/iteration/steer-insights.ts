import type { Candidate } from '@/lib/domain/candidate';
import type { SteeringCommand } from '@/lib/domain/insight-steering';
import type { RunContext } from '@/lib/engine/run-context';
import type { RunState } from '@/lib/engine/run-state';

/**
 * People pin, edit and ban single lines while a run is going. Commands are answers from outside, so those that an
 * iteration begins with are one journaled decision: a replay reads them there and needs no person. A run without
 * commands journals and states nothing of it. Cost: one query an iteration.
 */
const KIND = 'insightSteering';

/** Before an iteration is planned: from here on every candidate respects what people have decided. */
export async function takeSteering(context: RunContext, state: RunState): Promise<void> {
  const { steering } = context.method;
  if (steering === undefined) return;
  const commands = await commandsOf(context, state);
  const last = commands.at(-1);
  if (last === undefined) return;
  const { iteration } = state;
  const before = state.candidate;
  const taken = steering.take(before, state.steering, commands);
  context.facts.emit('insights.steered', `${iteration}`, {
    iteration,
    commands,
    candidateHash: taken.candidate.hash,
    pinned: taken.steering.pinned.length,
    banned: taken.steering.banned.length,
  });
  const by = [...new Set(commands.map((command) => command.by))].join(', ');
  emitSteered(context, { place: `${iteration}/steered`, iteration, before, after: taken.candidate, by });
  if (state.diversity?.parked) {
    const parked = state.diversity.parked;
    const after = steering.take(parked, state.steering, commands).candidate;
    emitSteered(context, { place: `${iteration}/steeredParked`, iteration, before: parked, after, by });
    state.diversity.parked = after;
  }
  state.candidate = taken.candidate;
  state.steering = taken.steering;
  state.steeredUpTo = last.position;
  await context.control.insights?.taken({ upTo: last.position, iteration });
}

/** A candidate that comes from elsewhere than an update: a person's, or a new lineage. */
export function heldCandidate({ method }: RunContext, state: RunState, candidate: Candidate): Candidate {
  return method.steering?.take(candidate, state.steering, []).candidate ?? candidate;
}

async function commandsOf(context: RunContext, state: RunState): Promise<readonly SteeringCommand[]> {
  const { journal, control } = context;
  const key = { iteration: state.iteration, kind: KIND, ordinal: 0 };
  const known = await journal.decided?.<readonly SteeringCommand[]>(key);
  if (known !== undefined) return known;
  if (control.insights === undefined || (await isPassed(context, state))) return [];
  const waiting = await control.insights.after(state.steeredUpTo);
  if (waiting.length === 0) return [];
  return journal.decide<readonly SteeringCommand[]>(key, () => waiting);
}

/**
 * A process before this one has passed this moment without a command: the iteration is under way on another
 * candidate. A map that this process opened ahead of time does not count, since only its reduce is still to come.
 */
async function isPassed({ journal }: RunContext, { iteration, outstanding }: RunState): Promise<boolean> {
  if ((journal.resumedAt ?? -1) >= iteration) return true;
  if (outstanding.ahead !== null) return false;
  return (await journal.decided?.({ iteration, kind: 'batchPlan', ordinal: 0 })) !== undefined;
}

interface Steered {
  readonly place: string;
  readonly iteration: number;
  readonly before: Candidate;
  readonly after: Candidate;
  readonly by: string;
}

function emitSteered({ facts, method }: RunContext, { place, iteration, before, after, by }: Steered): void {
  if (after.hash === before.hash) return;
  facts.emit('candidate.created', place, {
    iteration,
    hash: after.hash,
    parentHash: before.hash,
    text: after.text,
    ...method.describe(after),
    applied: 0,
    ignored: 0,
    byHand: by,
  });
}
