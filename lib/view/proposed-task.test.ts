import { describe, expect, it } from 'vitest';
import type { ScoringKind } from '@/lib/domain/scoring';
import { proposedTask } from './proposed-task';

const task = (name: string, kind: ScoringKind, { preset = 'generic', datasetIds = [] as string[] } = {}) => ({
  ...{ name, preset, datasetIds, artefact: false },
  scoring: { kind },
});
const office = task('Office', 'http', { datasetIds: ['office'] });
const formula = task('Formula', 'formula', { preset: 'formula' });
const labels = task('Labels', 'exactMatch');

describe('the task that is proposed for a data set', () => {
  const name = (id: string, preset: string, tasks = [office, formula, labels]) =>
    proposedTask(tasks, { id, preset })?.name ?? null;

  it('compares with the answers of the set, and is of its kind', () => {
    expect(name('own', 'generic')).toBe('Labels');
    expect(name('own', 'formula')).toBe('Formula');
  });

  it('reads numbers only where no other one is there', () => {
    const amounts = task('Amounts', 'numericTolerance', { datasetIds: ['ledger'] });
    expect(name('own', 'generic', [amounts, labels])).toBe('Labels');
    expect(name('own', 'generic', [amounts])).toBe('Amounts');
    expect(name('ledger', 'generic', [labels, amounts])).toBe('Amounts');
  });

  it('is the one that an experiment on the set uses', () => {
    expect(name('office', 'generic')).toBe('Office');
  });

  it('is none where the only ones score other examples by an evaluator, a program or as an artefact', () => {
    const artefact = { ...labels, artefact: true };
    expect(name('own', 'generic', [office, formula, task('Tests', 'command'), artefact])).toBeNull();
  });

  it('is none while no data set is known', () => {
    expect(proposedTask([labels], undefined)).toBeNull();
  });
});
