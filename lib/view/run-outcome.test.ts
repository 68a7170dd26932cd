import { describe, expect, it } from 'vitest';
import type { RunStatus } from '@/lib/domain/run';
import { EMPTY_SUMMARY } from '@/lib/projection/run-summary';
import { wilsonInterval } from '@/lib/stats/wilson';
import { describeOutcome, type OutcomeFacts } from './run-outcome';

const of = (right: number, n: number) => {
  const interval = wilsonInterval(right, n);
  return { mean: right / n, lower: interval?.lower ?? null, upper: interval?.upper ?? null, n };
};

interface Case {
  readonly first?: number | null;
  readonly best?: number | null;
  readonly status?: RunStatus;
  readonly failures?: number;
  readonly more?: Partial<OutcomeFacts>;
}

function outcome({ first = 120, best = 220, status = 'finished', failures = 0, more = {} }: Case = {}) {
  return describeOutcome({
    run: {
      ...{ label: 'Wide', status, kind: 'combee', practice: false, hardware: 'A100' },
      experimentName: 'Formula',
      statusReason: status === 'stopped' ? 'A person stopped the run.' : null,
      summary: {
        ...EMPTY_SUMMARY,
        ...{ rollouts: 250, evaluationRollouts: 600, failures },
        seedScore: first === null ? null : of(first, 300),
        bestScore: best === null ? null : of(best, 300),
        spend: { ...EMPTY_SUMMARY.spend, spendUsd: 1.5 },
      },
    },
    ...{ tookMs: 245_000, collapses: 0, confirmation: null, contamination: null },
    truth: TRUTH,
    ...more,
  });
}

const GAIN = { mean: 0.333, lower: 0.27, upper: 0.39, n: 300 };
const TRUTH = { kind: 'gain', sentence: 'Better.', gain: GAIN, againstSerial: null } as const;
const against = (answer: 'holds' | 'fails' | 'undecided') => ({
  ...{ answer, margin: 0.01, difference: GAIN, sentence: `Claim ${answer}.` },
});
const sealed = { state: 'sealed' as const, result: null, heldOutUses: 3 };

describe('what an ended run did', () => {
  it('says start, best, interval, n, rollouts, time and money, and that a gain is decided', () => {
    const { word, did, cost, decided, warnings } = outcome();
    expect(word).toBe('Gain, unconfirmed');
    expect(did).toMatch(
      /^“Wide” \(parallel run of “Formula”\) finished\. .+ 40\.0 % \(95 % .+, n = 300\); its best one 73\.3 %/u,
    );
    expect(cost).toBe(
      'It took 250 rollouts (one answer to one example) to learn and 600 to measure in 4 min 05 s, $1.50 paid (USD).',
    );
    expect(decided[0]).toMatch(
      /original one: \+33\.3 pt \(.+paired.+the gain holds, since the whole interval is above zero\.$/u,
    );
    expect(warnings).toEqual([]);
  });

  it('takes the answer of each claim as it was judged, and judges none itself', () => {
    for (const answer of ['holds', 'fails', 'undecided'] as const) {
      const said = outcome({ more: { truth: { ...TRUTH, againstSerial: against(answer) } } });
      const whole = [said.answer, ...said.decided].join(' ');
      expect(whole.split(`Claim ${answer}.`)).toHaveLength(2);
    }
    const open = { mean: 0.016, lower: -0.001, upper: 0.031, n: 300 };
    const { word, decided } = outcome({ more: { truth: { ...TRUTH, gain: open } } });
    expect(word).toBe('Undecided');
    expect(decided[0]).toContain(
      '+1.6 pt (95 % −0.1 pt to +3.1 pt, paired, each example against itself, n = 300): undecided,',
    );
    // Two scores whose intervals lie apart are no measured gain.
    expect(outcome({ more: { truth: { ...TRUTH, gain: null } } }).word).toBe('Undecided');
  });

  it('says that nothing differs where every example scored the same', () => {
    const gain = { mean: 0, lower: 0, upper: 0, n: 300 };
    const { decided } = outcome({ best: 120, more: { truth: { ...TRUTH, kind: 'unchanged', gain } } });
    expect(decided[0]).toMatch(
      / 0\.0 pt \(95 % interval of no width, paired.+, n = 300\): undecided, every example scored the same\.$/u,
    );
  });

  it('speaks of the last prompt where none was better than the first', () => {
    const gain = { mean: -0.05, lower: -0.08, upper: -0.02, n: 300 };
    const { word, did, decided } = outcome({
      best: 120,
      more: { truth: { ...TRUTH, kind: 'worse', gain } },
    });
    expect(did).toContain('; no later one was better');
    expect(decided[0]).toContain('Its last prompt against its original one: −5.0 pt');
    expect(word).toBe('Worse than its start');
  });

  it('trusts no gain on examples that were used to tune, and says what the diagnosis says', () => {
    const { word, warnings } = outcome({
      more: {
        contamination: 'Held-out was used to tune.',
        truth: { ...TRUTH, kind: 'noPlateau', sentence: 'No plateau yet.', gain: null },
      },
    });
    expect(word).toBe('Not to be trusted');
    expect(warnings).toEqual([
      'Held-out was used to tune.',
      'The check of the one-at-a-time run (its diagnosis) says: No plateau yet.',
    ]);
    expect(outcome({ more: { collapses: 1 } }).word).toBe('Gain, but collapsed');
  });

  it('names a collapse, failed rollouts and a much measured split beside the numbers', () => {
    const { warnings } = outcome({
      failures: 85,
      more: { collapses: 2, confirmation: { ...sealed, heldOutUses: 41 } },
    });
    expect(warnings).toEqual([
      'Its candidates became near-copies of one another in 2 iterations (collapse): from then on it hardly searched.',
      '85 failures in 850 rollouts: answers, scores or reflections that cannot be used.',
      'Unconfirmed: of its prompts the one that did best on the held-out examples was chosen, so its score there flatters it a little.',
      'All runs together have measured on these held-out examples 41 times: the more often, the more of a gain may be luck.',
    ]);
  });

  it('says of a run on the practice model that it says nothing of a real one', () => {
    const run = {
      label: 'Wide',
      status: 'finished',
      kind: 'combee',
      practice: true,
      hardware: 'this machine',
    } as const;
    const summary = { ...EMPTY_SUMMARY, seedScore: of(120, 300), bestScore: of(220, 300) };
    const more = { run: { ...run, experimentName: 'Formula', statusReason: null, summary } };
    expect(outcome({ more }).warnings[0]).toContain('practice model');
  });

  it('says who stopped it, and that it did not come to its end', () => {
    const { did, warnings } = outcome({ status: 'stopped' });
    expect(did).toContain('was stopped (A person stopped the run). On the held-out');
    expect(warnings[0]).toContain('did not come to its planned end');
  });

  it('claims nothing where held-out was never measured', () => {
    const { word, did, decided } = outcome({ first: null, best: null, status: 'failed' });
    expect([word, decided]).toEqual(['Nothing measured', []]);
    expect(did).toContain('failed before a prompt was scored on held-out');
  });

  it('lets the confirmation examples have the last word', () => {
    const result = (lower: number) => ({
      ...{ original: of(60, 150), chosen: of(90, 150) },
      difference: { mean: 0.2, lower, upper: 0.3, n: 150 },
    });
    const scored = (lower: number) => ({ state: 'scored' as const, result: result(lower), heldOutUses: 3 });
    const passed = outcome({ more: { confirmation: scored(0.1) } });
    expect(passed.word).toBe('Confirmed gain');
    expect(passed.decided.at(-1)).toContain(
      '(95 % +10.0 pt to +30.0 pt, paired, n = 150): the gain holds and is confirmed.',
    );
    expect(outcome({ more: { confirmation: scored(-0.1) } }).word).toBe('Not confirmed');
  });
});
