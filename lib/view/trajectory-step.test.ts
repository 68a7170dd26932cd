import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calledTools, markedParts, neighbourOf, stepFigures } from './trajectory-step';

describe('marked parts', () => {
  it('joined are the text, whatever the text and the query', () => {
    const any = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(
      fc.property(any, fc.string({ maxLength: 6 }), (text, query) => {
        const parts = markedParts(text, query);
        expect(parts.map((part) => part.text).join('')).toBe(text);
      }),
    );
  });

  it('take letters of patterns as themselves and ignore capitals', () => {
    const hits = markedParts('a.b A.B axb', 'a.b').filter(({ isHit }) => isHit);
    expect(hits.map(({ text }) => text)).toEqual(['a.b', 'A.B']);
  });
});

describe('the figures of a step', () => {
  const step = (model: string, metrics: object) =>
    stepFigures({
      ...{ source: 'agent', branch: 0, atMs: null, text: '', reasoning: '', toolCalls: [], results: [] },
      ...{ model, finish: '' },
      metrics: {
        ...{ tokensIn: 0, tokensOut: 0, tokensCached: 0, costUsd: null, delayMs: null, by: 'agent' },
        ...metrics,
      },
    });

  it('tell an example of the prompt from a reply of which the agent counted nothing', () => {
    expect(step('', { costUsd: 0 })).toEqual(['Given in the prompt']);
    expect(step('', {})).toEqual(['reported by the agent']);
    expect(step('m1', {})).toEqual(['m1', 'reported by the agent']);
    expect(step('m1', { tokensIn: 5, by: 'proxy' })[0]).toBe('m1');
  });
});

describe('called tools', () => {
  const call = (id: string) => ({ id, name: 'search', arguments: '{}' });
  const result = (callId: string | null, content: string) => ({ callId, content, isError: false });

  it('have their results by id; results of no call come last', () => {
    const [late, stray] = [result('a', 'late'), result('x', 'stray')];
    const tools = calledTools({ toolCalls: [call('b'), call('a')], results: [late, stray] });
    expect(tools).toEqual([
      { call: call('b'), results: [] },
      { call: call('a'), results: [late] },
      { call: null, results: [stray] },
    ]);
  });

  it('with the same id share no result', () => {
    const results = [result('', 'one'), result('', 'two')];
    const shown = calledTools({ toolCalls: [call(''), call('')], results }).flatMap((tool) => tool.results);
    expect(shown).toEqual(results);
  });
});

describe('the neighbour of a step', () => {
  it('goes around both ends, and is null where there is none', () => {
    expect(neighbourOf([3, 9], 3, 'next')).toBe(9);
    expect(neighbourOf([3, 9], 9, 'next')).toBe(3);
    expect(neighbourOf([3, 9], 3, 'previous')).toBe(9);
    expect(neighbourOf([], 3, 'next')).toBe(null);
  });
});
