import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { SAMPLE_DOCUMENT } from '@/lib/testing/sample-document';
import { DocumentView } from './document-view';
import { SummaryCard } from './summary-card';

afterEach(cleanup);

describe('DocumentView', () => {
  it('shows every kind of block, and what users wrote as text', () => {
    const { container } = render(<DocumentView document={SAMPLE_DOCUMENT} />);
    expect(screen.getByRole('heading', { name: 'Texts of users' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Held-out score over rollouts' })).toBeTruthy();
    const table = screen.getByRole('table', { name: 'A table' });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(within(table).getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getAllByRole('list').length).toBeGreaterThan(1);
    expect(container.querySelector('pre')?.textContent).toContain('with a fence');
  });

  it('repeats the numbers of a curve as a table', () => {
    render(<DocumentView document={SAMPLE_DOCUMENT} />);
    const table = screen.getByRole('table', { name: 'Held-out score over rollouts', hidden: true });
    expect(within(table).getByText('69.9–79.7')).toBeTruthy();
    expect(within(table).getByText('no interval')).toBeTruthy();
  });
});

describe('SummaryCard', () => {
  it('shows verdict, numbers, warnings and who signs', () => {
    const { summary } = SAMPLE_DOCUMENT;
    if (summary === undefined) throw new Error('The sample has a summary.');
    render(<SummaryCard summary={summary} signs="Ada" />);
    for (const text of ['Go', 'The split was used to tune.', 'Ada'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText(/17\.0 to 29\.1, n.=.300/)).toBeTruthy();
  });
});
