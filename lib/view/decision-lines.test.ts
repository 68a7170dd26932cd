import { describe, expect, it } from 'vitest';
import { decisionLines, newestPlanIds } from './decision-lines';

const review = (reportId: string, askedAt: string) => ({
  ...{ reportId, askedAt, reportTitle: 'Back office', version: 2, askedBy: 'Ada' },
});
const canary = (id: string, startedAt: string | null) => ({
  ...{ id, startedAt, createdBy: 'Ben', createdAt: '2026-11-01T00:00:00Z' },
  slot: { id: 'slt_1', slug: 'support', name: 'Support', kind: 'production' as const },
  challenger: { promptId: 'p_1', version: 3, sha256: 'a' },
});

describe('decisions that wait', () => {
  it('list reviews and canaries together, the oldest first, each with the page that decides it', () => {
    const lines = decisionLines('owner', {
      reviews: [review('rep_1', '2026-11-03T00:00:00Z'), review('rep_2', '2026-11-01T12:00:00Z')],
      canaries: [canary('cny_1', '2026-11-02T00:00:00Z')],
    });
    expect(lines.map(({ href }) => href)).toEqual(['/reports/rep_2', '/canaries/cny_1', '/reports/rep_1']);
  });

  it('hold plans that stopped, and no plan that needs nothing', () => {
    const plan = (experimentId: string, status: 'stopped' | 'running' | 'finished') => ({
      ...{
        experimentId,
        status,
        experimentName: 'Desk',
        createdBy: 'Ada',
        createdAt: '2026-11-01T00:00:00Z',
      },
    });
    const plans = [plan('exp_1', 'running'), plan('exp_2', 'stopped'), plan('exp_3', 'finished')];
    expect(
      decisionLines('experimenter', { reviews: [], canaries: [], plans }).map(({ href }) => href),
    ).toEqual(['/experiments/exp_2']);
  });

  it('look at the newest plan of an experiment alone', () => {
    const runs = [
      { experimentId: 'exp_1', planId: null },
      { experimentId: 'exp_1', planId: 'pln_3' },
      { experimentId: 'exp_2', planId: 'pln_2' },
      { experimentId: 'exp_1', planId: 'pln_1' },
    ];
    expect(newestPlanIds(runs)).toEqual(['pln_3', 'pln_2']);
  });

  it.each([
    ['viewer', []],
    ['experimenter', ['/experiments/exp_1']],
    ['reviewer', ['/canaries/cny_1']],
    ['owner', ['/canaries/cny_1', '/experiments/exp_1']],
  ] as const)('do not wait for a role that may not make them: %s', (role, expected) => {
    const plan = {
      ...{ experimentId: 'exp_1', experimentName: 'Desk', status: 'stopped' as const },
      ...{ createdBy: 'Ada', createdAt: '2026-11-05T00:00:00Z' },
    };
    const waiting = { reviews: [], canaries: [canary('cny_1', '2026-11-02T00:00:00Z')], plans: [plan] };
    expect(decisionLines(role, waiting).map(({ href }) => href)).toEqual(expected);
  });

  it('date a canary without a start by its draft', () => {
    expect(decisionLines('reviewer', { reviews: [], canaries: [canary('cny_1', null)] })[0]?.since).toBe(
      '2026-11-01T00:00:00Z',
    );
  });
});
