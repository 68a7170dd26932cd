import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, type ExperimentDraft } from './experiment-draft';
import { changedGroups, GROUP_NAMES, groupSummary, hasFaultIn } from './experiment-groups';

const ALIKE = { hasMixedModels: false };
/** Asked by the five fields themselves, or a reason that belongs to a refusal. */
const ELSEWHERE = ['name', 'taskId', 'datasetId', 'splitId', 'agentId', 'models', 'personalDataReason'];

describe('the groups of the advanced settings', () => {
  it('hold every field of the form that the five fields do not, each in one group', () => {
    for (const field of Object.keys(EMPTY_DRAFT) as (keyof ExperimentDraft)[]) {
      const changed = changedGroups({ ...EMPTY_DRAFT, [field]: 'another' } as ExperimentDraft, ALIKE);
      expect(changed, field).toHaveLength(ELSEWHERE.includes(field) ? 0 : 1);
    }
  });

  it('are unchanged in a new form, and name the group of a change', () => {
    expect(changedGroups(EMPTY_DRAFT, ALIKE)).toEqual([]);
    expect(changedGroups({ ...EMPTY_DRAFT, lanes: '8', usd: '3' }, ALIKE)).toEqual([
      'Method',
      'Budget and stopping',
    ]);
    expect(changedGroups(EMPTY_DRAFT, { hasMixedModels: true })).toEqual(['Models by role']);
  });

  it('have a fault wherever the request has one in their part', () => {
    const faulty = (path: string) =>
      GROUP_NAMES.filter((name) => hasFaultIn(name, (asked) => (asked === path ? 'No.' : undefined)));
    expect(faulty('batch')).toEqual(['Batch size']);
    expect(faulty('aggregation.grouping')).toEqual(['Scheduling']);
    expect(faulty('stopping')).toEqual(['Budget and stopping']);
    expect(faulty('name')).toEqual([]);
  });

  it('say in one line what is set', () => {
    const of = (name: Parameters<typeof groupSummary>[0], part: Partial<ExperimentDraft> = {}) =>
      groupSummary(name, { ...EMPTY_DRAFT, ...part }, ['serving', 'proposer']);
    expect(of('Models by role', { models: { serving: 'prv_1/a/b', proposer: '', evaluator: '' } })).toBe(
      'serving: a/b · proposer: not chosen',
    );
    expect(of('Method', { startText: 'Answer.' })).toContain('7 characters');
    expect(of('Batch size', { batch: 'static', batchSize: '20', batchReason: 'As published.' })).toContain(
      '20',
    );
    expect(of('Budget and stopping', { usd: '5' })).toContain('$5');
    expect(of('Aggregation')).toContain('Combee');
    expect(of('Evaluation', { everyExamples: '10' })).toContain('10 examples');
  });
});
