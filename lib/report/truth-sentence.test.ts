import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf } from '@/lib/domain/claim-answer';
import { TRUTH_ORDER } from '@/lib/domain/truth';
import { type TruthFacts, truthSentence } from './truth-sentence';

const NOTHING: TruthFacts = {
  isContaminated: false,
  failure: null,
  diagnosis: null,
  collapsedAt: null,
  gain: null,
  againstSerial: null,
  isUnchanged: false,
  isSerial: false,
  hardware: null,
  practice: false,
};
const say = (facts: Partial<TruthFacts>) => truthSentence({ ...NOTHING, ...facts });
const gain = (lower: number, upper: number) => ({ mean: (lower + upper) / 2, lower, upper, n: 40 });
const against = (lower: number, upper: number) => {
  const difference = gain(lower, upper);
  return { answer: answerOf(difference, 0.01), margin: 0.01, difference };
};
const GO = { verdict: 'go', finding: 'plateauAbove' } as const;

const anyGain = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: 0, max: 0.5, noNaN: true }))
  .map(([mean, half]) => ({ mean, lower: mean - half, upper: mean + half, n: 40 }));
const anyFacts: fc.Arbitrary<TruthFacts> = fc.record({
  isContaminated: fc.boolean(),
  failure: fc.option(fc.constantFrom('The worker lost its provider.', 'A cap was met! Raise it.')),
  diagnosis: fc.option(
    fc.record({
      verdict: fc.constantFrom('go', 'noGo', 'undecided'),
      finding: fc.option(
        fc.constantFrom('plateauAbove', 'plateauNotAbove', 'stillRising', 'falling', 'tooFewMeasurements'),
      ),
    }),
  ),
  collapsedAt: fc.option(fc.integer({ min: 1, max: 99 })),
  gain: fc.option(
    fc.oneof(
      anyGain,
      anyGain.map((one) => ({ ...one, lower: null, upper: null })),
    ),
  ),
  againstSerial: fc.option(
    anyGain.map((difference) => ({ answer: answerOf(difference, 0.01), margin: 0.01, difference })),
  ),
  isUnchanged: fc.boolean(),
  isSerial: fc.boolean(),
  hardware: fc.option(fc.constantFrom('8x H100', 'practice model on this machine')),
  practice: fc.boolean(),
});

describe('the truth about an experiment', () => {
  it('says with a loss against serial learning what time it saved', () => {
    const times = { atScore: 0.6, serialMs: 60_000, parallelMs: 20_000 };
    const lost = { gain: gain(0.1, 0.2), againstSerial: against(-0.2, -0.1), times };
    expect(say(lost).sentence).toContain(
      '; it saves 40.0 s of learning time (20.0 s instead of 1.0 min to reach 60.0 %)',
    );
    expect(say({ ...lost, times: { ...times, parallelMs: 70_000 } }).sentence).toContain(
      '; it saves no learning time (1.2 min instead of 1.0 min',
    );
  });

  it('is exactly one sentence, whatever the facts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { sentence } = truthSentence(facts);
        expect(sentence).toMatch(/\.$/);
        expect(sentence.slice(0, -1)).not.toMatch(/[.!?]\s/);
      }),
    );
  });

  it('is as short as a row of a table takes, and still says a number with its interval and its n', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { short } = truthSentence(facts);
        expect(short.length).toBeLessThan(90);
        if (/points/.test(short)) expect(short).toMatch(/\((95 %|no interval).*n = \d+\)$/);
      }),
    );
    expect(say({ gain: gain(0.1, 0.3) }).short).toBe('Gain: +20.0 points (95 % +10.0 to +30.0, n = 40)');
    expect(say({ collapsedAt: 3, gain: gain(0.1, 0.3) }).short).toBe('Diversity collapsed at iteration 3');
  });

  it('says every number with its interval and its n, and every practice number as such', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { sentence } = truthSentence(facts);
        if (/points/.test(sentence)) expect(sentence).toMatch(/\((95 % interval|no interval).*n = \d+\)/);
        if (facts.practice) expect(sentence).toMatch(/practice model/);
      }),
    );
  });

  it('claims a gain only where nothing speaks against it', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (truthSentence(facts).tone !== 'good') return;
        expect(facts.isContaminated).toBe(false);
        expect(facts.failure).toBeNull();
        expect(facts.collapsedAt).toBeNull();
        expect(facts.diagnosis?.verdict).not.toBe('noGo');
        if (facts.gain === null) return;
        expect(facts.gain.lower).toBeGreaterThan(0);
        expect(facts.againstSerial?.answer ?? 'holds').toBe('holds');
      }),
    );
  });

  it('takes the first of the order that holds: a worse fact never makes it better', () => {
    const place = (facts: TruthFacts) => TRUTH_ORDER.indexOf(truthSentence(facts).kind);
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const soFar = place(facts);
        expect(place({ ...facts, isContaminated: true })).toBeLessThanOrEqual(soFar);
        expect(place({ ...facts, failure: 'It broke.' })).toBeLessThanOrEqual(soFar);
        expect(place({ ...facts, collapsedAt: 3 })).toBeLessThanOrEqual(soFar);
      }),
    );
  });

  it.each([
    [{}, 'notMeasured', 'Not yet measured'],
    [{ diagnosis: GO }, 'go', 'what a parallel run gains is known when it has ended'],
    [
      { diagnosis: GO, gain: gain(0.1, 0.2) },
      'gain',
      'Go: +15.0 points on held-out (95 % interval +10.0 to +20.0, n = 40)',
    ],
    [
      { diagnosis: GO, gain: gain(0.1, 0.2), againstSerial: against(-0.2, -0.1) },
      'belowSerial',
      'Below serial learning by more than 1 point, so its prompt is not the one to take: −15.0 points',
    ],
    [
      { diagnosis: GO, gain: gain(0.1, 0.2), againstSerial: against(-0.2, 0.1) },
      'serialUndecided',
      'undecided whether it keeps the serial score within 1 point',
    ],
    [
      { diagnosis: GO, gain: gain(0.1, 0.2), againstSerial: against(-0.005, 0.1) },
      'gain',
      'Go: +15.0 points on held-out (95 % interval +10.0 to +20.0, n = 40) over the original prompt; keeps the serial score within 1 point',
    ],
    [
      { doubt: 'Answers were put aside.', gain: gain(0.1, 0.2) },
      'inDoubt',
      'is no result: Answers were put aside',
    ],
    [{ gain: gain(-0.02, 0.1) }, 'notDistinguishable', 'not distinguishable from zero'],
    [{ gain: gain(0, 0.1) }, 'notDistinguishable', 'not distinguishable from zero'],
    [{ gain: gain(-0.2, -0.1) }, 'worse', '−15.0 points'],
    [{ diagnosis: GO, gain: gain(0.1, 0.2), collapsedAt: 3 }, 'collapsed', 'collapsed at iteration 3'],
    [
      { diagnosis: { verdict: 'noGo', finding: 'stillRising' }, gain: gain(0.1, 0.2) },
      'noPlateau',
      'still rises',
    ],
    [{ diagnosis: { verdict: 'noGo', finding: 'falling' } }, 'noPlateau', 'falls'],
    [{ diagnosis: { verdict: 'undecided', finding: 'tooFewMeasurements' } }, 'noPlateau', 'too few'],
    [
      { diagnosis: { verdict: 'noGo', finding: 'plateauNotAbove' } },
      'plateauNotAbove',
      'not above the original',
    ],
    [{ diagnosis: { verdict: 'noGo', finding: null } }, 'plateauNotAbove', 'did not keep its reason'],
    [{ diagnosis: GO, isUnchanged: true }, 'unchanged', 'the original prompt is still the best'],
    [{ diagnosis: { verdict: 'undecided', finding: 'cannotBeTold' } }, 'undecided', 'Undecided'],
    [{ failure: 'The key was refused.' }, 'failed', 'The key was refused.'],
    [{ isContaminated: true, diagnosis: GO, gain: gain(0.1, 0.2) }, 'contaminated', 'is no result'],
  ] as const)('of %j is %s', (facts, kind, words) => {
    const truth = say(facts as Partial<TruthFacts>);
    expect(truth.kind).toBe(kind);
    expect(truth.sentence).toContain(words);
  });
});
