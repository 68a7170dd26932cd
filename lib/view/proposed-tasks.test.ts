import { describe, expect, it } from 'vitest';
import type { ScoringKind } from '@/lib/domain/scoring';
import { proposedTasks } from './proposed-tasks';

const task = (name: string, kind: ScoringKind, preset = 'generic') => ({
  ...{ name, preset, artefact: false },
  scoring: { kind },
});

describe('the tasks that are proposed for a data set', () => {
  const all = [task('Office', 'http'), task('Formula', 'formula', 'formula'), task('Labels', 'exactMatch')];
  const names = (preset: string | undefined) => proposedTasks(all, preset).map(({ name }) => name);

  it('begin with one that compares with its answers, never with another set’s evaluator', () => {
    expect(names('generic')).toEqual(['Labels', 'Office', 'Formula']);
    expect(names('formula')[0]).toBe('Formula');
  });

  it('stay in their order while no data set is known', () => {
    expect(names(undefined)).toEqual(['Office', 'Formula', 'Labels']);
  });
});
