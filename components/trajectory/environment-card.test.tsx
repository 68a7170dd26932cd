import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type EnvironmentVerdict, environmentVerdict } from '@/lib/domain/environment-verdict';
import { EnvironmentCard } from './environment-card';

afterEach(cleanup);

const MARKUP = '<img src=x onerror=alert(1)> 1 failed';
const verdict: EnvironmentVerdict = environmentVerdict.parse({
  ...{ value: 0.5, rewards: { reward: 0.5, style: 0.25 }, output: MARKUP, timedOut: false },
  withoutNetwork: false,
  tests: { 'test_a.py::opens': 'passed', 'test_b.py::closes': 'failed' },
  changedFiles: [{ path: '/job/report.txt', change: 'written' }],
});

describe('the card of an environment', () => {
  it('shows rewards, failed tests first, changed files, and output as text only', () => {
    const { container } = render(<EnvironmentCard verdict={verdict} />);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByText(MARKUP)).toBeDefined();
    const [files, tests] = [...container.querySelectorAll('ul')].map((list) => list.textContent).sort();
    expect(files).toContain('/job/report.txt');
    expect(tests?.indexOf('closes')).toBeLessThan(tests?.indexOf('opens') ?? 0);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows further rewards in their own unit, since one may count tests', () => {
    const rewards = { learning: 0.75, passed: 3, tests: 5 };
    const { container } = render(<EnvironmentCard verdict={{ ...verdict, rewards }} />);
    const shown = [...container.querySelectorAll('dd')].map(({ textContent }) => textContent);
    expect(shown.slice(1)).toEqual(['0.75', '3', '5']);
  });

  it('names a rollout whose agent did not end by itself', () => {
    render(<EnvironmentCard verdict={{ ...verdict, tests: null, timedOut: true }} />);
    expect(screen.getByRole('status')).toBeDefined();
  });

  it('says that the task ran without a network', () => {
    render(<EnvironmentCard verdict={{ ...verdict, withoutNetwork: true }} />);
    expect(screen.getByRole('status').textContent).toContain('network');
  });
});
