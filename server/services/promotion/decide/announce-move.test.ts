import { describe, expect, it } from 'vitest';
import type { CanaryFacts } from '@/lib/domain/canary-state';
import { eventsOf, type MoveTold } from './announce-move';

const facts: CanaryFacts = {
  state: 'approval',
  slotKind: 'production',
  isPractice: false,
  plan: { approvers: 1, liveSteps: [0.01, 1], stepHours: 24 },
  registeredAtMs: 0,
  step: null,
  evidenceHash: 'h1',
  approvals: [],
  isHeld: false,
  authors: ['ada@example.com'],
  heldOut: null,
  confirmation: null,
  weight: { baseline: 300, learned: 900 },
};
const canary = {
  id: 'cny_1',
  workspaceId: 'wsp_1',
  slot: { id: 'slt_1', slug: 'checkout', name: 'Checkout', kind: 'production' },
  challenger: { version: 3 },
};
const told = (move: MoveTold['move'], before: Partial<CanaryFacts> = {}, after: Partial<CanaryFacts> = {}) =>
  eventsOf({
    ...{ canary, move, by: 'ben@example.com', atMs: 5 },
    before: { ...facts, ...before },
    after: { ...facts, ...after },
  });

describe('what people hear of a move', () => {
  it('asks the reviewers who are no authors once a canary has passed, and tells the team of the verdict', () => {
    const events = told({ kind: 'judge', verdict: 'pass' }, { state: 'shadow' });
    expect(events.map(({ kind }) => kind)).toEqual(['canary.verdict', 'approval.requested']);
    expect(events[1]?.audience).toEqual({ kind: 'reviewers', authors: ['ada@example.com'] });
    expect(events[0]?.detail).toEqual({
      ...{ slotId: 'slt_1', slot: 'checkout', slotKind: 'production', version: 3 },
      ...{ from: 'shadow', to: 'approval', step: null, verdict: 'pass' },
    });
  });

  it('says nothing of a look that decided nothing', () => {
    const state = 'shadow';
    expect(told({ kind: 'judge', verdict: 'continue' }, { state }, { state })).toEqual([]);
    expect(told({ kind: 'judge', verdict: 'inconclusive' }, { state: 'watch' }, { state: 'watch' })).toEqual(
      [],
    );
  });

  it('tells a rollback by the worker and one by a person apart', () => {
    const [byItself] = told({ kind: 'judge', verdict: 'fail' }, { state: 'liveStep' }, { state: 'reverted' });
    const [byHand] = told({ kind: 'revert' }, { state: 'watch' }, { state: 'reverted' });
    expect([byItself?.kind, byHand?.kind]).toEqual(['canary.rolledBack', 'canary.rolledBack']);
    expect(byItself?.text).toContain('by itself');
    expect(byHand?.text).toBe('ben@example.com took back version 3 for “Checkout”.');
  });

  it('asks anew when the evidence has changed, and only then', () => {
    expect(told({ kind: 'renewEvidence' })).toEqual([]);
    const [event] = told({ kind: 'renewEvidence' }, {}, { evidenceHash: 'h2' });
    expect(event?.kind).toBe('approval.requested');
  });

  it('tells the authors of an approval and of changes that were asked for', () => {
    for (const kind of ['approve', 'requestChanges'] as const)
      expect(told({ kind })[0]?.audience).toEqual({ kind: 'named', names: ['ada@example.com'] });
  });

  it('names the step that is live, and the end of the way', () => {
    expect(told({ kind: 'goLive' }, {}, { state: 'liveStep', step: 0 })[0]?.text).toBe(
      'Version 3 for “Checkout” is live, step 1.',
    );
    expect(told({ kind: 'advance' }, { state: 'liveStep' }, { state: 'watch' })[0]?.text).toContain(
      'serves all of the traffic',
    );
    expect(told({ kind: 'finishWatch' }, { state: 'watch' }, { state: 'promoted' })[0]?.kind).toBe(
      'canary.promoted',
    );
  });
});
