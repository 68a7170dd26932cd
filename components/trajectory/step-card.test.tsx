import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ShownStep } from '@/lib/contracts/rollout-shapes';
import type { AgentStep } from '@/lib/domain/trajectory';
import { StepCard } from './step-card';

afterEach(cleanup);

const SCRIPT = '<script>globalThis.hit = true</script>';
const LINK = '[open](javascript:alert(1)) <a href="javascript:alert(1)">go</a>';

const agentStep = (part: Partial<AgentStep> = {}): AgentStep => ({
  ...{ source: 'agent', branch: 0, atMs: 1200, text: '', reasoning: '', toolCalls: [], results: [] },
  ...{ model: 'm', finish: 'stop' },
  metrics: { tokensIn: 10, tokensOut: 5, tokensCached: 0, costUsd: null, delayMs: 80, by: 'proxy' },
  ...part,
});

function show(step: ShownStep['step'], { query = '', cites = [] as ShownStep['cites'] } = {}) {
  const onChoose = vi.fn();
  const { container } = render(
    <StepCard
      shown={{ index: 6, step, cites }}
      query={query}
      isCurrent={false}
      lineText={() => 'Prefer trains.'}
      onChoose={onChoose}
    />,
  );
  return { container, onChoose };
}

describe('a step', () => {
  it('shows markup in every text as text', () => {
    const step = agentStep({
      ...{ text: SCRIPT, reasoning: LINK },
      toolCalls: [{ id: 'c', name: '<b>tool</b>', arguments: JSON.stringify({ html: SCRIPT }) }],
      results: [{ callId: 'c', content: LINK, isError: false }],
    });
    const { container } = show(step);
    expect(container.querySelectorAll('script, a, b, img')).toHaveLength(0);
    expect(screen.getByText(SCRIPT)).toBeTruthy();
    expect(screen.getAllByText(LINK)).toHaveLength(2);
    expect(screen.getByText('<b>tool</b>')).toBeTruthy();
  });

  it('says in words that a tool failed', () => {
    const step = agentStep({
      toolCalls: [{ id: 'c', name: 'search', arguments: '{"q":1}' }],
      results: [{ callId: 'c', content: 'No such place', isError: true }],
    });
    show(step);
    const call = screen.getByRole('article', { name: 'Call of search' });
    expect(within(call).getByText('Tool failed')).toBeTruthy();
    expect(within(call).getByText('No such place')).toBeTruthy();
  });

  it('shows arguments that are not JSON as the model wrote them', () => {
    show(agentStep({ toolCalls: [{ id: 'c', name: 'search', arguments: '{"q": broken' }] }));
    expect(screen.getByText('{"q": broken')).toBeTruthy();
  });

  it('cuts a long text until all of it is wanted', () => {
    const text = `${'a'.repeat(4000)} end of text`;
    show({ source: 'user', branch: 0, atMs: null, text });
    expect(screen.queryByText(/end of text/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all 4,012 characters' }));
    expect(screen.getByText(/end of text/)).toBeTruthy();
  });

  it('marks searched words, also in the rest of a long text', () => {
    const text = `${'a'.repeat(4000)} Needle`;
    const { container } = show({ source: 'user', branch: 0, atMs: null, text }, { query: 'needle' });
    expect(container.querySelector('mark')?.textContent).toBe('Needle');
  });

  it('names its branch and the lines of the prompt that it cites', () => {
    const cites = [{ component: 'system', line: 2 }];
    const { onChoose } = show(agentStep({ branch: 1, text: 'Done.' }), { cites });
    expect(screen.getByText('Branch 1')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Cited lines of the prompt' }).textContent).toContain(
      'Prefer trains.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Link to step 7' }));
    expect(onChoose).toHaveBeenCalledWith(6);
  });
});
