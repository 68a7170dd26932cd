import type { Actor, Permission } from '@/lib/domain/actor';
import type { CanaryFacts, CanaryMove, CanaryState } from '@/lib/domain/canary-state';
import { authorize } from '@/lib/policy/roles';
import {
  CANARY_STEP_IN_ORDER,
  EPSILON_STAYS,
  PRACTICE_STAYS_IN_REHEARSAL,
  STEP_LASTS_ITS_TIME,
} from '@/lib/policy/rules/canary';
import { refusal } from '@/lib/policy/rules/rule';
import { withApproval, withChangesAsked, withEvidence } from './approval';
import { decideGate } from './gate';

/**
 * A canary as a state machine:
 *
 *     drafted -register-> registered -start-> shadow -pass-> approval -goLive-> liveStep -advance-> .. -> watch -> promoted
 *                                             shadow -fail, inconclusive, invalid-> failed, inconclusive, invalid
 *                                             liveStep -fail, invalid-> reverted; watch -fail-> reverted
 *                                             liveStep, watch, promoted -revert-> reverted, -supersede-> superseded
 *                                             before goLive -withdraw-> withdrawn
 *
 * Without live steps `goLive` leads to the watch at once. Verdicts come from the worker alone; people decide what goes
 * live and may take it back at any time. A revert asks for nothing but the right to it. Pure: the service reads the
 * facts under a lock and writes what comes back; an ended canary has no way on.
 */
export type Mover = Actor | 'worker';

interface Way {
  readonly from: readonly CanaryState[];
  /** The worker only, or every person with this permission (with `alsoWorker`, the worker too). */
  readonly by: Permission | 'worker';
  readonly alsoWorker?: true;
}

const BEFORE_LIVE = ['drafted', 'registered', 'shadow', 'approval'] as const;
const LIVE = ['liveStep', 'watch', 'promoted'] as const;

const WAYS: Readonly<Record<CanaryMove['kind'], Way>> = {
  amend: { from: ['drafted'], by: 'experiment' },
  register: { from: ['drafted'], by: 'experiment' },
  start: { from: ['registered'], by: 'experiment' },
  judge: { from: ['shadow', 'liveStep', 'watch'], by: 'worker' },
  renewEvidence: { from: ['approval'], by: 'worker' },
  approve: { from: ['approval'], by: 'review' },
  requestChanges: { from: ['approval'], by: 'review' },
  goLive: { from: ['approval'], by: 'review' },
  advance: { from: ['liveStep'], by: 'review', alsoWorker: true },
  finishWatch: { from: ['watch'], by: 'worker' },
  supersede: { from: LIVE, by: 'worker' },
  revert: { from: LIVE, by: 'revert', alsoWorker: true },
  withdraw: { from: BEFORE_LIVE, by: 'experiment' },
};

/** @throws AppError with the rule that forbids the move, or ROLE_FORBIDDEN. */
export function moveCanary(facts: CanaryFacts, move: CanaryMove, who: Mover): CanaryFacts {
  const way = WAYS[move.kind];
  assertMover(way, who);
  if (move.kind === 'goLive') assertGate(facts);
  if (!way.from.includes(facts.state)) {
    // A plan that is sealed has its own sentence: no stage makes it change.
    if (move.kind === 'amend' || (move.kind === 'register' && facts.plan !== null))
      throw refusal(EPSILON_STAYS);
    throw refusal(CANARY_STEP_IN_ORDER, { found: `It is ${facts.state}.`, context: { state: facts.state } });
  }
  return carryOut(facts, move, who);
}

function assertMover({ by, alsoWorker }: Way, who: Mover): void {
  if (who === 'worker') {
    if (by === 'worker' || alsoWorker) return;
    throw refusal(CANARY_STEP_IN_ORDER, { found: 'A person has to take it.' });
  }
  if (by === 'worker')
    throw refusal(CANARY_STEP_IN_ORDER, { found: 'It follows from the data, not from a request.' });
  authorize(who, by);
}

function assertGate(facts: CanaryFacts): void {
  const gate = decideGate(facts);
  if (gate.decision === 'refuse')
    throw refusal(gate.rule, gate.found === undefined ? {} : { found: gate.found });
}

function carryOut(facts: CanaryFacts, move: CanaryMove, who: Mover): CanaryFacts {
  switch (move.kind) {
    case 'amend':
      return facts;
    case 'register':
      return register(facts, move);
    case 'start':
      return { ...facts, state: 'shadow' };
    case 'judge':
      return judge(facts, move);
    case 'renewEvidence':
      return withEvidence(facts, move.evidenceHash);
    case 'approve':
      return who === 'worker' ? facts : withApproval(facts, move, who);
    case 'requestChanges':
      return who === 'worker' ? facts : withChangesAsked(facts, who);
    case 'goLive':
      return atStep(facts, 0);
    case 'advance':
      return advance(facts, move);
    case 'finishWatch':
      return { ...facts, state: 'promoted' };
    case 'supersede':
      return { ...facts, state: 'superseded', step: null };
    case 'revert':
      return { ...facts, state: 'reverted', step: null };
    case 'withdraw':
      return { ...facts, state: 'withdrawn' };
  }
}

function register(facts: CanaryFacts, move: CanaryMove & { kind: 'register' }): CanaryFacts {
  if (facts.isPractice && facts.slotKind === 'production') throw refusal(PRACTICE_STAYS_IN_REHEARSAL);
  return { ...facts, state: 'registered', plan: move.plan, registeredAtMs: move.atMs };
}

/** In shadow a verdict ends the stage; in a live step harm and broken numbers end it, and both go back. */
function judge(facts: CanaryFacts, { verdict, evidenceHash }: CanaryMove & { kind: 'judge' }): CanaryFacts {
  if (verdict === 'continue') return facts;
  if (facts.state === 'shadow') {
    return verdict === 'pass'
      ? { ...withEvidence(facts, evidenceHash), state: 'approval' }
      : { ...facts, state: verdict === 'fail' ? 'failed' : verdict };
  }
  // After the promotion numbers that mean nothing prove no harm: they are told, and only a proven harm goes back.
  const goesBack = verdict === 'fail' || (verdict === 'invalid' && facts.state === 'liveStep');
  return goesBack ? { ...facts, state: 'reverted', step: null } : facts;
}

/** By the worker where no harm is proven; by a person also where the step holds, but never before its time is over. */
function advance(facts: CanaryFacts, { elapsedHours }: CanaryMove & { kind: 'advance' }): CanaryFacts {
  const stepHours = facts.plan?.stepHours ?? 0;
  if (elapsedHours < stepHours)
    throw refusal(STEP_LASTS_ITS_TIME, {
      found: `It lasts ${stepHours} hours, and ${Math.floor(elapsedHours)} are over.`,
    });
  return atStep(facts, (facts.step ?? 0) + 1);
}

/** The step of this index; all of the traffic is the promotion, and its watch begins. */
function atStep(facts: CanaryFacts, step: number): CanaryFacts {
  const share = facts.plan?.liveSteps[step] ?? 1;
  return share >= 1 ? { ...facts, state: 'watch', step: null } : { ...facts, state: 'liveStep', step };
}
