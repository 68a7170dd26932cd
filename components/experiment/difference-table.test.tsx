import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { DifferenceTable } from './difference-table';

afterEach(cleanup);

const before = { id: 'exp_1', name: 'Narrow', hash: 'a'.repeat(64) };
const after = { id: 'exp_2', name: 'Wide', hash: 'b'.repeat(64) };

describe('the difference between two configurations', () => {
  it('shows both values, and compares texts line by line', () => {
    const changes = [
      { path: 'lanes', before: 8, after: 16 },
      { path: 'seedCandidateText', before: 'Add.\nStop.', after: 'Add.\nCheck.' },
    ];
    render(<DifferenceTable difference={{ before, after, changes, names: {} }} />);
    expect(screen.getByRole('link', { name: 'Wide' }).getAttribute('href')).toBe('/experiments/exp_2');
    expect(screen.getByRole('row', { name: 'lanes 8 16' })).toBeTruthy();
    expect(screen.getByText('Check.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'seedCandidateText' })).toBeTruthy();
  });

  it('says so where nothing differs', () => {
    render(<DifferenceTable difference={{ before, after, changes: [], names: {} }} />);
    expect(screen.getByText('The two have the same settings')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
