import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor, Role } from '@/lib/domain/actor';
import { CANARY_STATES, type CanaryFacts, type CanaryMove } from '@/lib/domain/canary-state';
import { VERDICTS } from '@/lib/domain/verdict-kind';
import { AppError } from '@/lib/errors/app-error';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { type Mover, moveCanary } from './canary-moves';
import { decideGate } from './gate';

/** Ada registered the canary; Ned came after. */
const HELD_OUT = { measure: 'score', observed: 0.86, shown: 0.82, asked: 0.8, n: 300 } as const;
const person = (name: string, role: Role): Actor => ({
  workspaceId: 'w',
  role,
  name,
  via: 'session',
  userId: `usr_${name}`,
  keyId: null,
  signedInAtMs: 8000,
});
const ada = person('ada', 'owner');
const ben = person('ben', 'reviewer');
const cleo = person('cleo', 'owner');
const eve = person('eve', 'experimenter');
const vic = person('vic', 'viewer');
const key: Actor = { ...cleo, name: 'key nightly', via: 'key', userId: null, keyId: 'key_1' };
const command: Actor = { ...cleo, via: 'command' };
const MOVERS: readonly Mover[] = [ada, ben, cleo, eve, vic, key, command, 'worker'];

const drafted: CanaryFacts = {
  state: 'drafted',
  slotKind: 'production',
  isPractice: false,
  plan: null,
  registeredAtMs: null,
  step: null,
  evidenceHash: null,
  approvals: [],
  isHeld: false,
  authors: ['ada'],
  heldOut: HELD_OUT,
  confirmation: null,
  weight: { baseline: 300, learned: 900 },
};
const plan = canaryPlan({ liveSteps: [0.01, 0.05, 1], approvers: 2 });
const register: CanaryMove = { kind: 'register', plan, atMs: 1000 };
const judge = (verdict: (typeof VERDICTS)[number], evidenceHash = 'h1'): CanaryMove => ({
  kind: 'judge',
  verdict,
  evidenceHash,
});
const approve = (hash = 'h1', changed = {}): CanaryMove => ({
  kind: 'approve',
  hash,
  nowMs: 9000,
  memberSinceMs: 10,
  ...changed,
});
const bare = (kind: 'start' | 'goLive' | 'revert' | 'withdraw' | 'requestChanges' | 'amend') =>
  ({ kind }) as const;

/** Once the step has lasted as long as the plan says. */
const advance = { kind: 'advance', elapsedHours: 1000 } as const;

type Taken = readonly [Mover, CanaryMove];
const walk = (start: CanaryFacts, ...moves: readonly Taken[]) =>
  moves.reduce((facts, [who, move]) => moveCanary(facts, move, who), start);
const shadowed: readonly Taken[] = [
  [ada, register],
  [eve, bare('start')],
];
const passed: readonly Taken[] = [...shadowed, ['worker', judge('pass')]];
const approved: readonly Taken[] = [...passed, [ben, approve()], [cleo, approve()]];

function refusedWith(facts: CanaryFacts, who: Mover, move: CanaryMove): string {
  try {
    moveCanary(facts, move, who);
  } catch (error) {
    if (AppError.is(error)) return `${error.ruleId ?? ''} ${error.code}`.trim();
    throw error;
  }
  return 'taken';
}

describe('the way of a canary', () => {
  it('leads through shadow, approval and live steps to the watch', () => {
    const live = walk(drafted, ...approved, [ben, bare('goLive')]);
    expect([live.state, live.step]).toEqual(['liveStep', 0]);
    const second = walk(live, ['worker', advance]);
    expect([second.state, second.step]).toEqual(['liveStep', 1]);
    const whole = walk(second, [cleo, advance]);
    expect([whole.state, whole.step]).toEqual(['watch', null]);
    expect(walk(whole, ['worker', { kind: 'finishWatch' }]).state).toBe('promoted');
    expect(walk(whole, ['worker', judge('fail')]).state).toBe('reverted');
    expect(walk(second, ['worker', judge('invalid')]).state).toBe('reverted');
    for (const verdict of ['inconclusive', 'invalid', 'pass'] as const)
      expect(walk(whole, ['worker', judge(verdict)]).state).toBe('watch');
    expect(walk(whole, ['worker', { kind: 'supersede' }]).state).toBe('superseded');
  });

  it('goes straight to the watch without live steps', () => {
    const straight = { ...plan, liveSteps: [] };
    const facts = walk(
      drafted,
      [ada, { kind: 'register', plan: straight, atMs: 1 }],
      ...approved.slice(1).map(early),
    );
    expect(moveCanary(facts, bare('goLive'), ben).state).toBe('watch');
  });

  it.each(['fail', 'inconclusive', 'invalid'] as const)('ends permanently with %s', (verdict) => {
    const ended = walk(drafted, ...shadowed, ['worker', judge(verdict)]);
    expect(ended.state).toBe(verdict === 'fail' ? 'failed' : verdict);
    expect(refusedWith(ended, ben, bare('goLive'))).toBe('R-134 CANARY_BELOW_MARGIN');
    expect(refusedWith(ended, 'worker', judge('pass'))).toBe('CAN-4 STATE_CONFLICT');
  });
});

describe('a refused move', () => {
  it('has its own sentence before the shadow, below held-out, without approvals and after a revert', () => {
    const shadow = walk(drafted, ...shadowed);
    expect(refusedWith(shadow, ben, bare('goLive'))).toBe('R-130 SHADOW_REQUIRED');
    const pass = walk(drafted, ...passed);
    expect(refusedWith(pass, ben, bare('goLive'))).toBe('CAN-8 APPROVALS_MISSING');
    const low = { ...walk(drafted, ...approved), heldOut: { ...HELD_OUT, shown: 0.79 } };
    expect(refusedWith(low, ben, bare('goLive'))).toBe('R-134 HELDOUT_BELOW_TARGET');
    expect(refusedWith({ ...low, heldOut: null }, ben, bare('goLive'))).toBe('R-134 HELDOUT_BELOW_TARGET');
    const sealed = { ...walk(drafted, ...approved), confirmation: { examples: 150, gain: null } };
    expect(refusedWith(sealed, ben, bare('goLive'))).toBe('R-134 CONFIRMATION_MISSING');
    const unclear = {
      ...sealed,
      confirmation: { examples: 150, gain: { mean: 0.02, lower: -0.01, n: 150 } },
    };
    expect(refusedWith(unclear, ben, bare('goLive'))).toBe('R-134 CONFIRMATION_MISSING');
    const shown = { ...sealed, confirmation: { examples: 150, gain: { mean: 0.1, lower: 0.04, n: 150 } } };
    expect(moveCanary(shown, bare('goLive'), ben).state).toBe('liveStep');
    const back = walk(drafted, ...approved, [ben, bare('goLive')], [eve, bare('revert')]);
    expect(refusedWith(back, ben, bare('goLive'))).toBe('CAN-1 ROLLED_BACK_HASH');
  });

  it('keeps a registered plan as it is', () => {
    const registered = walk(drafted, [ada, register]);
    expect(refusedWith(registered, ada, register)).toBe('R-136 EPSILON_PINNED');
    expect(refusedWith(registered, ada, bare('amend'))).toBe('R-136 EPSILON_PINNED');
    expect(walk(drafted, [ada, bare('amend')])).toEqual(drafted);
  });

  it('keeps practice out of production', () => {
    const practice = { ...drafted, isPractice: true };
    expect(refusedWith(practice, ada, register)).toBe('CAN-9 PRACTICE_IN_PRODUCTION');
    expect(refusedWith({ ...practice, slotKind: 'rehearsal' }, ada, register)).toBe('taken');
  });

  it('keeps approvals to persons who signed in lately, made nothing of it and were there before', () => {
    const facts = walk(drafted, ...passed);
    expect(refusedWith(facts, ada, approve())).toBe('CAN-5 REVIEW_OWN_WORK');
    expect(refusedWith(facts, key, approve())).toBe('CAN-6 PERSON_REQUIRED');
    expect(refusedWith(facts, command, approve())).toBe('CAN-6 PERSON_REQUIRED');
    expect(refusedWith(facts, ben, approve('h1', { nowMs: 8000 + 900_001 }))).toBe('REV-12 SIGN_IN_STALE');
    expect(refusedWith(facts, ben, approve('h1', { memberSinceMs: 1001 }))).toBe('REV-13 ACCOUNT_TOO_NEW');
    expect(refusedWith(facts, ben, approve('h2'))).toBe('CAN-7 REVIEW_HASH_STALE');
    expect(refusedWith(facts, eve, approve())).toBe('ROLE_FORBIDDEN');
  });

  it('leaves reverting to everybody but a viewer', () => {
    const live = walk(drafted, ...approved, [ben, bare('goLive')]);
    for (const who of [ada, ben, eve, key, 'worker'] as const)
      expect(moveCanary(live, bare('revert'), who).state).toBe('reverted');
    expect(refusedWith(live, vic, bare('revert'))).toBe('ROLE_FORBIDDEN');
  });
});

describe('approvals', () => {
  it('fall when the evidence changes or changes are asked for, and count a person once', () => {
    const twice = walk(drafted, ...passed, [ben, approve()], [ben, approve()]);
    expect(refusedWith(twice, ben, bare('goLive'))).toBe('CAN-8 APPROVALS_MISSING');
    const renewed = walk(drafted, ...approved, ['worker', { kind: 'renewEvidence', evidenceHash: 'h2' }]);
    expect(decideGate(renewed).decision).toBe('refuse');
    const held = walk(drafted, ...approved, [cleo, bare('requestChanges')]);
    expect(held.approvals).toEqual([]);
    expect(refusedWith(held, ben, approve())).toBe('CAN-7 REVIEW_HASH_STALE');
    const again = walk(held, ['worker', { kind: 'renewEvidence', evidenceHash: 'h2' }], [ben, approve('h2')]);
    expect(walk(again, [cleo, approve('h2')], [ada, bare('goLive')]).state).toBe('liveStep');
  });
});

describe('the weight of the challenger', () => {
  const going = (addedTokensMax?: number | null) =>
    decideGate({
      ...walk(drafted, ...approved),
      plan: {
        approvers: 1,
        liveSteps: [],
        stepHours: 24,
        ...(addedTokensMax === undefined ? {} : { addedTokensMax }),
      },
    });

  it('refuses nothing without a registered limit, and above the limit whatever the approvals', () => {
    expect(going().decision).toBe('promote');
    expect(going(null).decision).toBe('promote');
    expect(going(600).decision).toBe('promote');
    expect(going(599)).toMatchObject({
      decision: 'refuse',
      rule: { id: 'CAN-12', code: 'PROMPT_TOO_HEAVY' },
      found: expect.stringMatching(/adds 600 tokens .* at most 599/),
    });
  });
});

describe('any order of moves by anybody', () => {
  const moves: readonly CanaryMove[] = [
    register,
    approve(),
    approve('h2'),
    { kind: 'renewEvidence', evidenceHash: 'h2' },
    { kind: 'finishWatch' },
    { kind: 'supersede' },
    ...VERDICTS.map((verdict) => judge(verdict)),
    advance,
    { kind: 'advance', elapsedHours: 0 },
    ...(['start', 'goLive', 'revert', 'withdraw', 'requestChanges', 'amend'] as const).map(bare),
  ];
  const taken = fc.tuple(fc.constantFrom(...MOVERS), fc.constantFrom(...moves));

  it('brings nothing live without a passed shadow, held-out at its target and two approvals by others', () => {
    let wentLive = 0;
    fc.assert(
      fc.property(fc.array(taken, { maxLength: 60 }), fc.nat(7), (tries, headStart) => {
        let facts = drafted;
        let hasPassed = false;
        for (const [who, move] of [...approved.slice(0, headStart), ...tries]) {
          if (refusedWith(facts, who, move) !== 'taken') continue;
          const after = moveCanary(facts, move, who);
          if (move.kind === 'judge' && move.verdict === 'pass' && facts.state === 'shadow') hasPassed = true;
          if (facts.state === 'approval' && after.state === 'liveStep') {
            wentLive += 1;
            expect(hasPassed).toBe(true);
            expect(facts.approvals.map(({ userId }) => userId).toSorted()).toEqual(['usr_ben', 'usr_cleo']);
            expect(facts.approvals.every(({ hash }) => hash === facts.evidenceHash)).toBe(true);
          } else if (after.state !== facts.state) {
            expect(['liveStep', 'watch'].includes(after.state)).toBe(
              facts.state === 'liveStep' && after.state === 'watch',
            );
          }
          facts = after;
        }
      }),
      { numRuns: 500 },
    );
    expect(wentLive).toBeGreaterThan(0);
  });

  it('leaves an ended canary where it ended', () => {
    const ended = ['failed', 'inconclusive', 'invalid', 'reverted', 'superseded', 'withdrawn'];
    for (const state of CANARY_STATES.filter((each) => ended.includes(each)))
      for (const who of MOVERS)
        for (const move of moves)
          expect(refusedWith({ ...drafted, state }, who, move), state).not.toBe('taken');
  });
});

/** The same move, by the clock of a canary that was registered at 1. */
function early([who, move]: Taken): Taken {
  return [who, move.kind === 'approve' ? { ...move, memberSinceMs: 0 } : move];
}
