import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRACE_SOURCES } from '@/lib/domain/collected-trace';
import {
  learnAddress,
  learnChoiceOf,
  traceFilterOf,
  traceFilterQuery,
  traceFilterWords,
} from './trace-filter-address';

const text = fc.string({ minLength: 1, maxLength: 30 }).filter((one) => one.trim() === one && one !== '');
const filter = fc.record(
  {
    source: fc.constantFrom(...TRACE_SOURCES),
    service: text,
    model: text,
    outcome: fc.constantFrom('judged', 'unjudged', 'right', 'partly', 'failed'),
    hasError: fc.boolean(),
    minTokens: fc.nat(),
    words: text,
  } as const,
  { requiredKeys: [] },
);

describe('the address of a filter', () => {
  it('gives the filter back', () => {
    fc.assert(
      fc.property(filter, (given) => {
        expect(traceFilterOf(new URLSearchParams(traceFilterQuery(given)))).toEqual(given);
      }),
    );
  });

  it('leaves out what is no condition, and keeps the rest', () => {
    const params = new URLSearchParams('source=nowhere&service=desk&minTokens=many&page=3&from=yesterday');
    expect(traceFilterOf(params)).toEqual({ service: 'desk' });
  });

  it('has a phrase for each condition', () => {
    fc.assert(
      fc.property(filter, (given) => {
        expect(traceFilterWords(given)).toHaveLength(Object.keys(given).length);
      }),
    );
  });
});

describe('the address of the page that learns', () => {
  it('gives filter, experiment and count back', () => {
    const choice = { experimentId: 'exp_1', count: 40 };
    const address = learnAddress({ promptName: 'desk', outcome: 'failed' }, choice);
    const params = new URL(address, 'http://waggle.test').searchParams;
    expect(learnChoiceOf(params)).toEqual(choice);
    expect(traceFilterOf(params)).toEqual({ promptName: 'desk', outcome: 'failed' });
  });

  it('chooses nothing where it names nothing that can be chosen', () => {
    expect(learnChoiceOf(new URLSearchParams('count=many'))).toEqual({ experimentId: null, count: null });
  });
});
