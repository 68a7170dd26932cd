import { describe, expect, it } from 'vitest';
import type { BatchPlan, PlateauBasis } from '@/lib/domain/batch-plan';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunEnd } from '@/lib/domain/run-end';
import { ledgerHash } from '@/lib/engine/replayed-facts';
import { describeEntry } from '@/lib/view/ledger-line';
import { planSentence } from './batch-plan';
import { proposalReason } from './candidate';
import { causeSentence } from './cause';
import { calibratedSentence, judgeName, revertedFrom } from './evaluator';
import { pausedSentence } from './pause';
import { runEndSentence } from './run-end';

const LAW: PlateauBasis = { kind: 'kept', interval: { lower: 40, upper: 45.5 }, target: 44, current: 42 };
const FIT = { A: 2000, alpha: 0.8, alphaLower: 0.7, alphaUpper: 0.9, r2: 0.98, points: 5, degenerate: null };

const plan = (basis: BatchPlan['basis'], more: Partial<BatchPlan> = {}) =>
  ({ size: 42, caps: [], fit: FIT, plateau: 44.2, basis, ...more }) as unknown as BatchPlan;

describe('the sentence of a batch plan', () => {
  it('holds the numbers of the law, what bound the size and what held it back', () => {
    expect(planSentence(plan(LAW))).toBe(
      'The size stays 42: T = 2 s x bs^-0.8 (R² 0.98, 5 iterations), has its plateau at 44.2 (40 to 45.5), less than 20 % from it (44).',
    );
    const bound = planSentence(plan({ ...LAW, isHeld: true }, { size: 32, caps: ['lanes'] }));
    expect(bound).toMatch(/which still holds it; the lanes hold it at 32\.$/);
    const measured = [
      { size: 8, share: 0.63, n: 30 },
      { size: 16, share: 0.5, n: 40 },
    ];
    const survival = { floor: 0.6, sizeMax: 9, measured };
    expect(planSentence(plan(LAW, { size: 9, sizeBeforeCaps: 42, survival }))).toMatch(
      /; but 63 % of 30 insights survived at 8 and 50 % of 40 insights survived at 16, so the floor of 60 % holds it at 9\.$/,
    );
  });

  it('calls for a new fit where the confirming iteration missed the prediction by more than 30 %', () => {
    const missed = (delayMs: number) =>
      planSentence(plan({ ...LAW, confirmed: { delayMs, predictedMs: 1000 } }));
    expect(missed(1500)).toMatch(
      /took 1.5 s where 1 s was predicted \(error 50 %\), so the fit was made anew/,
    );
    expect(missed(1000)).toMatch(/\(error 0 %\)\.$/);
  });

  it('says why a fit is not trusted', () => {
    const fit = { ...FIT, degenerate: { code: 'alpha', value: 0.04, floor: 0.05 } } as const;
    expect(planSentence(plan({ kind: 'smallest', size: 4 }, { fit }))).toBe(
      'The fit cannot be trusted (alpha 0.040 is not above 0.05), so the smallest profiled size 4 is used.',
    );
  });
});

describe('a fact of engine version 1 or 2', () => {
  /** Facts as they are in ledgers of those versions, with their hash there. */
  const OLD = [
    ['batch.planned', { size: 4, reason: 'static', explanation: 'Fixed by hand.' }],
    ['reflection.dropped', { iteration: 1, explanation: 'Came too late.' }],
    ['diversity.collapsed', { iteration: 1, share: 1, explanation: 'All the same.' }],
    ['pool.reseeded', { iteration: 1, fromHash: 'a', explanation: 'Began anew.' }],
    ['pool.settled', { iteration: 2, explanation: 'Settled.' }],
    ['lanes.changed', { from: 1, to: 2, explanation: 'A person did.' }],
    ['evaluator.calibrated', { verdict: 'failed', explanation: 'Too low.' }],
    ['evaluator.reverted', { from: 'a', to: 'b', explanation: 'Gave it back.' }],
    ['candidate.proposed', { accepted: false, reason: 'It is worse.' }],
    ['run.finished', { reason: 'trainingDone', explanation: 'All was used.' }],
  ].map(
    ([type, data], seq) => ({ seq, key: `${type}/1`, type, data, measured: {} }) as unknown as LedgerEntry,
  );

  it.each(OLD.map((entry) => [entry.type, entry] as const))(
    '%s is shown with its stored sentence',
    (_, entry) => {
      const { explanation, reason } = entry.data as { explanation?: string; reason?: string };
      expect(describeEntry(entry)).toContain(explanation ?? reason);
    },
  );

  it('keeps its pause, its cause and the name of its judge', () => {
    expect(pausedSentence({ iteration: 1, reason: 'It was away.' } as never)).toBe('It was away.');
    expect(causeSentence({ code: 'timedOut', message: 'No answer within 120 s.' })).toBe(
      'No answer within 120 s.',
    );
    expect(judgeName('small (proxy)', 'proxy')).toBe('small (proxy)');
    expect(revertedFrom({ from: 'a (proposer as judge)', to: 'b', explanation: '' } as never)).toBe(
      'a (proposer as judge)',
    );
  });

  it('adds to the hash of its run what is stored', () => {
    const hash = '12fb656499da6d336eb562fca576fbc49579b2c781a7ab87e7a63c9d64695e28';
    expect(ledgerHash(OLD, {})).toBe(hash);
  });
});

describe('sentences of codes', () => {
  it.each<[RunEnd, RegExp]>([
    [{ reason: 'stoppedByPerson', numbers: { measured: 1, candidates: 3 } }, /after 1 of 3 candidates/],
    [
      { reason: 'answersUnreadable', numbers: { unreadable: 9, answers: 12 } },
      /^9 of 12 .* Check the answer format/,
    ],
    [{ reason: 'trainingDone', numbers: { examples: 1200 } }, /^All 1,200 training examples were used\.$/],
    [
      { reason: 'searchDone', numbers: { why: 'stepsMade', steps: 4, perEpoch: 2 } },
      /^All 4 steps are made: 2 an/,
    ],
    [{ reason: 'budgetUsd', numbers: { used: 1.1, cap: 1.2, next: 0.2 } }, /^\$1\.1000 of \$1\.2 is used/],
    [
      { reason: 'deadline', numbers: { seconds: 60, reserveSeconds: 5 } },
      /Of the 60 s only the 5 s are left/,
    ],
    [
      {
        reason: 'evaluatorUncalibrated',
        numbers: { verdict: 'failed', spearman: -1, pairs: 30, minPairs: 30, spearmanMin: 0.7 },
      },
      /^Spearman -1\.000 over 30 pairs is below 0\.70\.$/,
    ],
  ])('the end of a run: %j', (end, sentence) => {
    expect(runEndSentence(end)).toMatch(sentence);
  });

  it('name a scorer outside as not calibrated, and never as code', () => {
    const said = (scorer: object) => calibratedSentence({ verdict: 'notApplicable', scorer } as never);
    for (const by of ['http', 'program']) {
      expect(said({ by, name: 'score.example' })).toMatch(/score\.example.*not calibrated/);
      expect(said({ by, name: 'x' })).not.toMatch(/\bcode\b/i);
    }
  });

  it('say the cause of a failed proposal and of failed summaries', () => {
    const cause = { code: 'unparseable', fault: 'noFence' } as const;
    expect(proposalReason({ reason: { code: 'failed', cause, tip: 'simple' } })).toBe(
      'No instruction came of the tip simple. The reply holds no text in a fence.',
    );
    expect(causeSentence({ ...cause, summaries: 2 })).toMatch(
      /^2 summaries failed, .*: The reply holds no text/,
    );
    const overrun = { promptTokens: 91_522, replyTokens: 4_096, contextTokens: 32_000 };
    expect(causeSentence({ code: 'contextWindow', overrun })).toMatch(/91,522 .* 4,096; .* 32,000/);
  });
});
