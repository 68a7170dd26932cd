import { describe, expect, it } from 'vitest';
import type { RolloutTraceView, TracedCallView } from '@/lib/contracts/run-shapes';
import { tracedRollout } from './testing/traced-rollout';
import { findSpan, firstSpanId, prepareTrace } from './trace-tree';

function call(key: string, purpose: string, more: Partial<TracedCallView> = {}): TracedCallView {
  return { ...tracedRollout().calls[0], key, purpose, ...more } as TracedCallView;
}

function traced(calls: readonly TracedCallView[]): RolloutTraceView {
  return { ...tracedRollout(), calls: [...calls] };
}

describe('the tree of a trace', () => {
  it('puts turns under the agent, judges under the evaluator, and the reflection beside the rollout', () => {
    const spans = prepareTrace(traced([call('a', 'generate'), call('j', 'judge'), call('r', 'reflect')]));
    expect(spans.map(({ kind }) => kind)).toEqual(['rollout', 'reflection']);
    expect(spans[0]?.children.map(({ kind, children }) => [kind, children.length])).toEqual([
      ['agent', 1],
      ['evaluator', 1],
    ]);
    expect(firstSpanId(spans)).toBe('a');
    expect(findSpan(spans, 'j')?.name).toBe('Judge');
    expect(findSpan(spans, 'nothing')).toBeNull();
  });

  it('sums a branch, and says that a delay is not known rather than sum around it', () => {
    const both = [call('a', 'generate'), call('b', 'generate', { delayMs: null })];
    const [rollout] = prepareTrace(traced(both));
    expect(rollout?.children[0]?.figures).toBe('240 in / 40 out · delay not known · $0.02');
    expect(rollout?.children[0]?.name).toBe('Agent, 2 turns');
  });

  it('brings each tool together with its result from the next turn, by name or by order', () => {
    const asks = (id: string | null, name: string) => ({
      function: { name, arguments: '{}' },
      ...(id === null ? {} : { id }),
    });
    const first = call('a', 'generate', {
      reply: JSON.stringify({ tool_calls: [asks('c1', 'find'), asks(null, 'count')] }),
    });
    const second = call('b', 'generate', {
      messages: [
        { role: 'user', content: 'go' },
        {
          role: 'user',
          content: JSON.stringify([{ type: 'tool_result', tool_use_id: 'c1', content: 'found' }]),
        },
        { role: 'tool', content: 'old' },
        { role: 'tool', content: '3' },
      ],
    });
    const tools = findSpan(prepareTrace(traced([first, second])), 'a')?.children ?? [];
    expect(tools.map(({ name, tool }) => [name, tool?.result])).toEqual([
      ['find', 'found'],
      ['count', '3'],
    ]);
  });

  it('marks a call without a reply, and every branch that holds it', () => {
    const [rollout] = prepareTrace(traced([call('a', 'generate', { reply: null })]));
    expect(rollout?.children[0]?.failed).toBe(true);
    expect(rollout?.children[0]?.children[0]?.failed).toBe(true);
  });
});
