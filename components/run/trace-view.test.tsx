import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { insightTrail } from '@/lib/view/testing/insight-trail';
import { tracedRollout } from '@/lib/view/testing/traced-rollout';
import { TraceView } from './trace-view';

afterEach(cleanup);

function Opened({ trace = tracedRollout() }) {
  const [span, setSpan] = useState<string | null>(null);
  const [client] = useState(() => {
    const known = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const answer = { items: [insightTrail()], nextCursor: null, isWhole: true, note: null };
    known.setQueryData(['insights', 'run_a', { iteration: 0, ordinal: 2 }], answer);
    return known;
  });
  return (
    <QueryClientProvider client={client}>
      <TraceView runId="run_a" trace={trace} spanId={span} onSpan={setSpan} />
    </QueryClientProvider>
  );
}

describe('a trace', () => {
  it('opens on the first turn, with its messages and the reflection beside it', () => {
    render(<Opened />);
    expect(screen.getByText('practice-task')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Reflection' })).toBeTruthy();
    expect(screen.getByText('fingers').tagName).toBe('STRONG');
    expect(screen.getByText('final_answer:')).toBeTruthy();
  });

  it('says where the insights of its reflection went, one press from the bullet', () => {
    render(<Opened />);
    expect(screen.getByText('In the prompt')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open misc-00001' }).getAttribute('href')).toBe(
      '/runs/run_a?tab=prompt&bullet=misc-00001',
    );
  });

  it('is walked and folded by keys alone', () => {
    render(<Opened />);
    const turn = screen.getByRole('treeitem', { selected: true });
    expect(turn.textContent).toContain('Turn 1');
    fireEvent.keyDown(turn, { key: 'ArrowLeft' });
    const agent = screen.getByRole('treeitem', { selected: true });
    expect(agent.textContent).toContain('Agent, 1 turn');
    fireEvent.keyDown(agent, { key: 'ArrowLeft' });
    expect(screen.getByRole('treeitem', { selected: true }).getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText(/^Turn 1/)).toBeNull();
  });

  it('keeps a long message short until it is asked for, and shows it letter by letter', () => {
    const trace = tracedRollout();
    const [call] = trace.calls;
    if (call === undefined) throw new Error('the rollout has a call');
    const long = `# Rules\n${'One more rule.\n'.repeat(400)}The very end.`;
    render(
      <Opened trace={{ ...trace, calls: [{ ...call, messages: [{ role: 'system', content: long }] }] }} />,
    );
    expect(screen.queryByText(/The very end/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all 6,021 characters' }));
    expect(screen.getByText(/The very end/)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'As it was sent' }));
    expect(screen.getByText(/^# Rules/)).toBeTruthy();
  });

  it('never renders markup that a model wrote', () => {
    const trace = { ...tracedRollout(), reflection: 'a <img src=x onerror=alert(1)> ![b](http://c/d.png)' };
    render(<Opened trace={trace} />);
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByText('[picture: b]')).toBeTruthy();
  });
});
