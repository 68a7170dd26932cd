import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitOutput } from './limit-output';
import { isResolved, readPytestSummary } from './pytest-summary';

const SUMMARY = '=== short test summary info ===\n';

describe('the summary of pytest', () => {
  it('is not found where there is none, which resolves nothing', () => {
    expect(readPytestSummary('2 passed')).toBeNull();
    expect(isResolved(null)).toBe(false);
  });

  it('resolves nothing without a test, so that deleted tests do not pass', () => {
    const results = readPytestSummary(SUMMARY);
    expect([results?.size, isResolved(results)]).toEqual([0, false]);
  });

  it('counts skipped and expected failures as passed, unexpected passes and errors as failed', () => {
    const lines = 'PASSED t::a\nSKIPPED t::b\nXFAIL t::c - why\nXPASS t::d\nERROR t::e\nFAILED t::f - x - y';
    expect(Object.fromEntries(readPytestSummary(SUMMARY + lines) ?? [])).toEqual({
      ...{ a: 'passed', b: 'passed', 'c - why': 'passed' },
      ...{ d: 'failed', e: 'failed', 'f - x': 'failed' },
    });
  });

  it('takes the last line about a test', () => {
    expect(isResolved(readPytestSummary(`${SUMMARY}FAILED t::a\r\nPASSED t::a`))).toBe(true);
  });

  it('is found at once behind a long row of signs', () => {
    expect(readPytestSummary('='.repeat(200_000))).toBeNull();
  });
});

describe('limited output', () => {
  const letters = fc.array(fc.constantFrom('a', 'é', '€', '🐝', '\n')).map((parts) => parts.join(''));

  it('keeps both ends and says how many bytes are missing', () => {
    const text = `begin${'x'.repeat(20_000)}end`;
    const limited = limitOutput(text);
    expect(limited.startsWith('begin') && limited.endsWith('end')).toBe(true);
    expect(limited).toContain('10008 interior bytes');
  });

  it('never halves a character and never keeps more than the limit', () => {
    fc.assert(
      fc.property(letters, fc.integer({ min: 2, max: 60 }), (text, max) => {
        const parts = limitOutput(text, { bytesMax: max }).split(
          /\n\[\.\.\. output limited to .* \.\.\.\]\n/,
        );
        const bytes = new TextEncoder().encode(parts.join('')).length;
        expect(bytes).toBeLessThanOrEqual(max);
        expect(text.startsWith(parts[0] ?? '?') && text.endsWith(parts.at(-1) ?? '?')).toBe(true);
      }),
    );
  });
});
