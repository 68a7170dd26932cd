import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRACE_SOURCES } from '@/lib/domain/collected-trace';
import { traceFilterOf, traceFilterQuery, traceFilterWords } from './trace-filter-address';

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
