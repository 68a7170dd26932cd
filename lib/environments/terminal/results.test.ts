import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedAs, FAILURE_MODES } from './failure-mode';
import { limitOutput } from './limit-output';
import { isResolved, readPytestSummary } from './pytest-summary';
import { accuracy, meanPassAtK, passAtK } from './resolved-rates';
import { prepareKeys } from './terminal-keys';

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

describe('rates', () => {
  const tasks = new Map([
    ['a', [true, false]],
    ['b', [false]],
  ]);

  it('are those of the attempts, and of the tasks with enough of them', () => {
    expect(accuracy(tasks)).toBeCloseTo(1 / 3);
    expect(meanPassAtK(tasks, 1)).toBe(0.25);
    expect(meanPassAtK(tasks, 2)).toBe(1);
  });

  it('are unknown without attempts', () => {
    expect([accuracy(new Map()), meanPassAtK(tasks, 3), passAtK(1, 0, 2)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are the share of the draws of k attempts with a resolved one', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    for (let n = 1; n <= 9; n += 1)
      for (let c = 0; c <= n; c += 1)
        for (let k = 1; k <= n; k += 1) {
          const none = n - c < k ? 0 : choose(n - c, k) / choose(n, k);
          expect(passAtK(n, c, k)).toBeCloseTo(1 - none, 12);
        }
  });
});

describe('failure modes', () => {
  it('count failures of the machinery as missing and those of the agent as 0', () => {
    expect(FAILURE_MODES.filter((mode) => countedAs(mode) === 'infrastructure')).toEqual([
      ...['unknown', 'parse_error', 'agent_installation_failed'],
    ]);
    expect(countedAs('context_length_exceeded')).toBe('agent');
    expect(countedAs('agent_timeout')).toBe('limit');
    expect(countedAs('a mode of next year')).toBe('infrastructure');
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
        const parts = limitOutput(text, max).split(/\n\[\.\.\. output limited to .* \.\.\.\]\n/);
        const bytes = new TextEncoder().encode(parts.join('')).length;
        expect(bytes).toBeLessThanOrEqual(max);
        expect(text.startsWith(parts[0] ?? '?') && text.endsWith(parts.at(-1) ?? '?')).toBe(true);
      }),
    );
  });
});

describe('keys for tmux', () => {
  it('signal the end of a command that runs, and no other', () => {
    expect(prepareKeys(['ls', 'Enter'], true)).toEqual({
      keys: ['ls', '; tmux wait -S done', 'Enter'],
      isWaitedFor: true,
    });
    expect(prepareKeys('ls\n', false)).toEqual({ keys: ['ls\n'], isWaitedFor: false });
    expect(prepareKeys([], true)).toEqual({ keys: [], isWaitedFor: false });
  });
});
