import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { MatrixRun, TaskMatrix } from '@/lib/contracts/task-matrix';
import { TaskTables } from './task-matrix-card';

afterEach(cleanup);

const run = (runId: string, label: string): MatrixRun => ({
  ...{ runId, label, agent: 'Solver, version 1', practice: false, doubt: null, candidateHash: 'a' },
  ...{ solved: 1, measured: 2, missing: 0, share: 0.5, lower: 0.1, upper: 0.9, appWorld: null },
});
const cell = { score: 1, timedOut: false, cause: null, rolloutId: 'ro_1' };
const matrix: TaskMatrix = {
  runs: [run('run_aaaa', 'Serial'), run('run_bbbb', 'Parallel')],
  tasks: [
    {
      ...{ exampleId: 'sort-lines', question: 'Sort the lines.', groupKey: null },
      cells: [cell, { ...cell, score: null, cause: 'The sandbox failed.', rolloutId: null }],
    },
    {
      exampleId: 'fix-build',
      question: 'Fix the build.',
      groupKey: null,
      cells: [{ ...cell, score: 0 }, null],
    },
  ],
  apart: null,
};

describe('the matrix of tasks', () => {
  it('has a row for each task with a cell for each run, which leads to its rollout', () => {
    render(<TaskTables matrix={matrix} />);
    const [tasks] = screen.getAllByRole('table');
    if (tasks === undefined) throw new Error('no table');
    const rows = within(tasks).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).queryAllByRole('link').length)).toEqual([1, 1]);
    // In its cell for screen readers, and in sight below the table.
    expect(within(tasks).getByText('The sandbox failed.')).toBeDefined();
    expect(screen.getByRole('listitem').textContent).toBe('The sandbox failed.');
  });

  it('says so where no task was measured', () => {
    render(<TaskTables matrix={{ ...matrix, tasks: [] }} />);
    expect(screen.queryByRole('table', { name: 'Tasks by run' })).toBeNull();
    expect(screen.getByText(/task was measured/)).toBeDefined();
  });

  it('tells runs of one label apart, and shows goals for AppWorld only', () => {
    const goals = { percent: 50, measured: 2, missing: 0, bounds: [50, 50] as [number, number] };
    const [one, other] = matrix.runs.map((each) => ({ ...each, label: 'Same' }));
    if (!one || !other) throw new Error('no runs');
    const { rerender } = render(<TaskTables matrix={{ ...matrix, runs: [one, other] }} />);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(new Set(heads).size).toBe(heads.length);
    expect(heads).not.toContain('Scenario goals');
    const appWorld = { tasks: goals, scenarios: goals };
    rerender(<TaskTables matrix={{ ...matrix, runs: [{ ...one, appWorld }, other] }} />);
    expect(screen.getByRole('columnheader', { name: 'Scenario goals' })).toBeDefined();
  });
});
