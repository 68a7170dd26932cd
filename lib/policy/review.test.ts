import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Actor, Role } from '@/lib/domain/actor';
import type { ReviewFacts, ReviewStep } from '@/lib/domain/review';
import { AppError } from '@/lib/errors/app-error';
import { canReview, reviewOfNewVersion, standingState, takeReviewStep } from './review';
import { whyNot } from './why-not';

const NOW = 1_000_000_000;
const ASKED = NOW - 1000;

/** A small workspace: who they are is in their names. Ada made the report. */
const person = (name: string, role: Role): Actor => ({
  workspaceId: 'w',
  role,
  name,
  via: 'session',
  userId: `usr_${name}`,
  keyId: null,
  signedInAtMs: NOW,
});
const ada = person('ada', 'owner');
const ben = person('ben', 'reviewer');
const cleo = person('cleo', 'owner');
const eve = person('eve', 'experimenter');
const vic = person('vic', 'viewer');
const key: Actor = { ...cleo, name: 'key nightly', via: 'key', userId: null, keyId: 'key_1' };
const command: Actor = { ...ben, via: 'command' };
const ACTORS = [ada, ben, cleo, eve, vic, key, command];
const people = [ada, ben, cleo, eve, vic].map(({ userId, name, role }) => ({
  userId: userId ?? '',
  name,
  mayReview: role === 'owner' || role === 'reviewer',
  isActive: true,
  memberSinceMs: 0,
}));
const HASHES = ['h1', 'h2'];

const draft: ReviewFacts = {
  state: 'draft',
  hash: 'h1',
  isNewest: true,
  askedAtMs: null,
  authors: ['ada'],
  reviewers: [],
};
const name = (...reviewers: string[]): ReviewStep => ({ kind: 'name', reviewers, people });
const ask: ReviewStep = { kind: 'ask' };
const reopen: ReviewStep = { kind: 'reopen' };
const deciding = { kind: 'decide', hash: 'h1', nowMs: NOW, memberSinceMs: 0 } as const;
const accept: ReviewStep = { ...deciding, decision: 'accepted', note: '' };
const reject: ReviewStep = { ...deciding, decision: 'rejected', note: 'Too few seeds.' };

function walk(start: ReviewFacts, ...steps: readonly (readonly [Actor, ReviewStep])[]): ReviewFacts {
  return steps.reduce((facts, [who, step]) => takeReviewStep(facts, step, who), start);
}

function refusalOf(facts: ReviewFacts, step: ReviewStep, who: Actor): string | null {
  try {
    takeReviewStep(facts, step, who);
    return null;
  } catch (error) {
    if (AppError.is(error)) return error.ruleId ?? error.code;
    throw error;
  }
}

const asked = walk(draft, [ada, name('usr_ben', 'usr_cleo')], [ada, ask]);

describe('the review of a report', () => {
  it('is accepted when everybody asked accepts, and rejected when one rejects', () => {
    const half = walk(asked, [ben, accept]);
    expect(half.state).toBe('inReview');
    expect(walk(half, [cleo, accept]).state).toBe('accepted');
    expect(walk(half, [cleo, reject]).state).toBe('rejected');
  });

  it('REV-1: is not decided by the author of the report', () => {
    const smuggled = { ...asked, reviewers: [{ userId: 'usr_ada', decision: null, hash: null }] };
    expect(refusalOf(smuggled, accept, ada)).toBe('REV-1');
    expect(refusalOf(draft, name('usr_ben', 'usr_ada'), eve)).toBe('REV-1');
    expect(refusalOf(asked, accept, ben)).toBeNull();
  });

  it('REV-2: is decided and reopened by a signed-in person, never by a key or a command', () => {
    expect(refusalOf(asked, accept, key)).toBe('REV-2');
    expect(refusalOf(asked, accept, command)).toBe('REV-2');
    expect(refusalOf(asked, reopen, key)).toBe('REV-2');
    expect(refusalOf(asked, reopen, ben)).toBeNull();
  });

  it('REV-3: takes no decision on another content', () => {
    expect(refusalOf(asked, { ...accept, hash: 'h2' }, ben)).toBe('REV-3');
    expect(refusalOf(asked, accept, ben)).toBeNull();
  });

  it('REV-4: needs a reviewer who can decide', () => {
    expect(refusalOf(draft, ask, ada)).toBe('REV-4');
    expect(refusalOf(walk(draft, [ada, name('usr_ben')]), ask, ada)).toBeNull();
  });

  it('REV-5: names only people who can decide', () => {
    for (const userId of ['usr_eve', 'usr_vic', 'usr_nobody'])
      expect(refusalOf(draft, name('usr_ben', userId), ada)).toBe('REV-5');
    expect(refusalOf(draft, name('usr_ben'), eve)).toBeNull();
    const gone = { userId: 'u', name: 'u', mayReview: true, isActive: false, memberSinceMs: 0 };
    expect(canReview(gone, { authors: [], askedAtMs: null })).toBe(false);
  });

  it('REV-6: is decided by a requested reviewer only', () => {
    const one = walk(draft, [ada, name('usr_ben')], [ada, ask]);
    expect(refusalOf(one, accept, cleo)).toBe('REV-6');
    expect(refusalOf(one, accept, ben)).toBeNull();
  });

  it('REV-7: goes step by step, and drops no reviewer while it is under way', () => {
    const named = walk(draft, [ada, name('usr_ben', 'usr_cleo')]);
    expect(refusalOf(named, accept, ben)).toBe('REV-7');
    expect(refusalOf(named, reopen, ben)).toBe('REV-7');
    expect(refusalOf(asked, ask, ada)).toBe('REV-7');
    expect(refusalOf(walk(asked, [ben, accept]), name('usr_ben'), ada)).toBe('REV-7');
    expect(refusalOf(walk(asked, [ben, reject]), name('usr_ben', 'usr_cleo'), ada)).toBe('REV-7');
    const one = walk(draft, [ada, name('usr_ben')], [ada, ask]);
    expect(refusalOf(one, name('usr_ben', 'usr_cleo'), ada)).toBeNull();
  });

  it('REV-8: stays what it was once there is a newer version', () => {
    const old = { ...asked, isNewest: false };
    for (const step of [name('usr_ben'), ask, accept, reopen])
      expect(refusalOf(old, step, ben)).toBe('REV-8');
  });

  it('REV-9: is not rejected without saying why', () => {
    expect(refusalOf(asked, { ...reject, note: ' ' }, ben)).toBe('REV-9');
    expect(refusalOf(asked, reject, ben)).toBeNull();
  });

  it('REV-12: is decided by a person who signed in within the last quarter of an hour', () => {
    const since = (ms: number): Actor => ({ ...ben, signedInAtMs: NOW - ms });
    const { signedInAtMs: _never, ...untimed } = ben;
    for (const step of [accept, reject]) {
      expect(refusalOf(asked, step, since(15 * 60_000 + 1))).toBe('REV-12');
      expect(refusalOf(asked, step, untimed)).toBe('REV-12');
      expect(refusalOf(asked, step, since(15 * 60_000))).toBeNull();
    }
  });

  it('REV-13: is not accepted by an account that was made after it was asked for', () => {
    const underWay = { ...asked, askedAtMs: ASKED };
    const late = { memberSinceMs: ASKED + 1 };
    expect(refusalOf(underWay, { ...accept, ...late }, ben)).toBe('REV-13');
    expect(refusalOf(underWay, { ...accept, memberSinceMs: ASKED }, ben)).toBeNull();
    const one = { ...walk(draft, [ada, name('usr_ben')], [ada, ask]), askedAtMs: ASKED };
    const newcomers = people.map((each) => ({ ...each, ...late }));
    const add: ReviewStep = { kind: 'name', reviewers: ['usr_ben', 'usr_cleo'], people: newcomers };
    expect(refusalOf(one, add, ada)).toBe('REV-13');
    expect(refusalOf(one, name('usr_ben', 'usr_cleo'), ada)).toBeNull();
    expect(refusalOf(draft, add, ada)).toBeNull();
  });

  it('R-010: is neither asked for nor accepted while a speedup is said whose conditions fail, and may be rejected', () => {
    const failing = {
      id: 'sizedBatches',
      title: 'Batches are sized',
      met: false,
      sentence: 'Fixed at 4.',
    } as const;
    const named = walk({ ...draft, conditions: [failing] }, [ada, name('usr_ben')]);
    expect(refusalOf(named, ask, ada)).toBe('R-010');
    const under = { ...asked, conditions: [failing] };
    expect(refusalOf(under, accept, ben)).toBe('R-010');
    expect(refusalOf(under, reject, ben)).toBeNull();
    expect(refusalOf({ ...under, conditions: [{ ...failing, met: true }] }, accept, ben)).toBeNull();
  });

  it('says before a press what the press would be answered', () => {
    expect(whyNot(() => takeReviewStep(asked, accept, ben))).toBeNull();
    expect(whyNot(() => takeReviewStep(asked, accept, eve))).toMatch(/It takes: owner or reviewer/);
  });

  it('starts a new version without the decisions of the old one', () => {
    const accepted = walk(asked, [ben, accept], [cleo, accept]);
    const next = reviewOfNewVersion(accepted, 'h2');
    expect(next).toMatchObject({ state: 'draft', hash: 'h2' });
    expect(next.reviewers).toEqual(
      ['usr_ben', 'usr_cleo'].map((userId) => ({ userId, decision: null, hash: null })),
    );
    expect(reviewOfNewVersion(walk(asked, [ben, accept]), 'h2').state).toBe('inReview');
  });

  it('does not call accepted what was changed under the acceptance', () => {
    const accepted = walk(asked, [ben, accept], [cleo, accept]);
    expect(standingState(accepted)).toBe('accepted');
    expect(standingState({ ...accepted, hash: 'h2' })).toBe('draft');
  });
});

const steps: fc.Arbitrary<ReviewStep> = fc.oneof(
  fc.subarray([...people.map(({ userId }) => userId), 'usr_nobody']).map((list) => name(...list)),
  fc.constant(ask),
  fc.constant(reopen),
  fc.record({
    kind: fc.constant('decide' as const),
    decision: fc.constantFrom('accepted' as const, 'rejected' as const),
    note: fc.constantFrom('', 'Why.'),
    hash: fc.constantFrom(...HASHES),
    nowMs: fc.constant(NOW),
    memberSinceMs: fc.constant(0),
  }),
);
const moves = fc.array(
  fc.oneof(
    fc.record({ who: fc.constantFrom(...ACTORS), step: steps }),
    fc.record({ version: fc.constantFrom(...HASHES) }),
  ),
  { maxLength: 40 },
);

/** Invariants of a review under every order of steps by every person. */
function expectSound(facts: ReviewFacts): void {
  const decided = facts.reviewers.filter(({ decision }) => decision !== null);
  for (const { userId } of facts.reviewers) expect(['usr_ben', 'usr_cleo']).toContain(userId);
  for (const { hash } of decided) expect(hash).toBe(facts.hash);
  if (facts.state === 'draft') expect(decided).toEqual([]);
  if (facts.state !== 'draft') expect(facts.reviewers.length).toBeGreaterThan(0);
  if (facts.state === 'accepted')
    expect(facts.reviewers.every(({ decision }) => decision === 'accepted')).toBe(true);
  expect(facts.state === 'rejected').toBe(decided.some(({ decision }) => decision === 'rejected'));
  expect(standingState(facts)).toBe(facts.state);
}

describe('any walk through reviews', () => {
  it('accepts only what everybody asked has accepted under this very hash, and a refused step changes nothing', () => {
    fc.assert(
      fc.property(moves, (list) => {
        let facts = draft;
        for (const move of list) {
          if ('version' in move) facts = reviewOfNewVersion(facts, move.version);
          else if (refusalOf(facts, move.step, move.who) === null) {
            const before = facts;
            facts = takeReviewStep(facts, move.step, move.who);
            const changed = (each: ReviewFacts) =>
              each.reviewers.filter(({ decision }) => decision !== null).length;
            // Only a person who was asked, and is no author, adds a decision.
            if (changed(facts) > changed(before)) expect([ben, cleo]).toContain(move.who);
            if (move.who === vic) throw new Error('a viewer changed a review');
          }
          expectSound(facts);
        }
      }),
      { numRuns: 500 },
    );
  });
});
