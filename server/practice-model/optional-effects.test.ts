import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRACTICE_SETTINGS_DEFAULT, type PracticeSettings } from '@/lib/domain/practice-settings';
import {
  wireCurator,
  wireGenerator,
  wireGeneratorSystem,
  wireReflector,
} from '@/lib/testing/practice/wire-prompts';
import { AnswerKeys } from './answer-keys';
import { CALL_SETTINGS_DEFAULT } from './call-settings';
import { slowdown } from './delay';
import { codesIn } from './outcome';
import { countAtLevelTwo } from './practice-call';
import { PracticeModel } from './practice-model';

const BOOK = Array.from({ length: 400 }, (_, index) => ({
  question: `What is figure ${index}?`,
  expected: `${index}`,
  exampleId: `e${index}`,
  groupKey: null,
}));
const keys = new AnswerKeys();
keys.register('book', { profile: 'formula', entries: BOOK });
const model = new PracticeModel(keys);

interface Asked {
  readonly settings?: Partial<PracticeSettings>;
  readonly seed?: number;
  readonly playbook?: string;
}

const withSettings = (settings: Partial<PracticeSettings> = {}) => ({
  ...PRACTICE_SETTINGS_DEFAULT,
  ...settings,
});

function answers({ settings, seed = 1, playbook = '' }: Asked): boolean[] {
  const system = wireGeneratorSystem(playbook);
  return BOOK.map(({ question, expected }) => {
    const messages = wireGenerator(system, question);
    const { text } = model.reply({ messages, seed, settings: withSettings(settings) });
    return JSON.parse(text).final_answer === expected;
  });
}

const rate = (right: readonly boolean[]) => right.filter(Boolean).length / right.length;

describe('answer noise', () => {
  it('lets a coin decide the stated share of answers, the same for the same request and seed', () => {
    const clean = answers({});
    const noisy = answers({ settings: { answerNoise: 0.4 } });
    expect(answers({ settings: { answerNoise: 0.4 } })).toEqual(noisy);
    // A coin that decides 40 % of the answers changes half of those.
    const changed = noisy.filter((right, index) => right !== clean[index]).length / clean.length;
    expect(Math.abs(changed - 0.2)).toBeLessThan(0.06);
    expect(Math.abs(rate(answers({ settings: { answerNoise: 1 } })) - 0.5)).toBeLessThan(0.08);
  });

  it('is drawn anew for another seed, which is that of another repetition', () => {
    const settings = { answerNoise: 0.4 };
    expect(answers({ settings, seed: 2 })).not.toEqual(answers({ settings, seed: 1 }));
    expect(answers({ seed: 2 })).toEqual(answers({ seed: 1 }));
  });
});

describe('long-prompt harm', () => {
  it('never helps, does nothing up to the knee, and takes more the longer the prompt', () => {
    const settings = { promptKneeTokens: 200, promptSteepness: 0.5 };
    const at = (tokens: number) => answers({ settings, playbook: 'x'.repeat(tokens * 4) });
    const clean = answers({});
    expect(at(50)).toEqual(clean);
    const [long, longer] = [at(800), at(3200)];
    expect(rate(long)).toBeLessThan(rate(clean));
    for (const [index, right] of longer.entries()) if (right) expect(long[index]).toBe(true);
    // (200 / 840)^0.5: the playbook's tokens and some forty of the other words.
    expect(Math.abs(rate(long) / rate(clean) - (200 / 840) ** 0.5)).toBeLessThan(0.08);
  });
});

describe('staleness', () => {
  /** Reflections on answers that were given under this playbook. */
  function insightsUnder(playbook: string, settings: Partial<PracticeSettings>): string[] {
    return BOOK.slice(0, 200).map(({ question, expected }) => {
      const asked = wireGenerator(wireGeneratorSystem(playbook), question);
      const trace = model.reply({ messages: asked, seed: 1, settings: withSettings(settings) }).text;
      const messages = wireReflector({ question, expected, predicted: '?', bulletsUsed: '' }).map(
        (message) => ({
          ...message,
          content: message.content.replace('worked it out', trace),
        }),
      );
      const reflection = JSON.parse(
        model.reply({ messages, seed: 1, settings: withSettings(settings) }).text,
      );
      return `${reflection.key_insight}\n${reflection.correct_approach}`;
    });
  }

  function kept(insights: readonly string[], playbook: string, settings: Partial<PracticeSettings>): number {
    return insights.filter((insight, seed) => {
      const messages = wireCurator([insight], playbook);
      const { text } = model.reply({ messages, seed, settings: withSettings(settings) });
      return JSON.parse(text).operations.length > 0;
    }).length;
  }

  it('takes its share of what reflections on another playbook teach, and nothing of the others', () => {
    const [before, now] = [
      '',
      '[calc-00001] helpful=0 harmful=0 :: For Till Margin, round only the last result and x',
    ];
    const settings = { staleness: 0.5 };
    expect(kept(insightsUnder(now, settings), now, settings)).toBe(200);
    expect(Math.abs(kept(insightsUnder(before, settings), now, settings) / 200 - 0.5)).toBeLessThan(0.12);
    expect(kept(insightsUnder(before, {}), now, {})).toBe(200);
    expect(codesIn(now)).toHaveLength(1);
  });
});

describe('slowdown by lanes', () => {
  it('is 1 up to the free lanes and while it is off, and grows in proportion beyond them', () => {
    const { delay } = CALL_SETTINGS_DEFAULT;
    expect(slowdown(500, delay)).toBe(1);
    const crowded = { ...delay, lanesFree: 16, laneSlowdown: 0.5 };
    expect([1, 16, 32, 48].map((lanes) => slowdown(lanes, crowded))).toEqual([1, 1, 1.5, 2]);
  });
});

describe('what level 2 counts', () => {
  it('is its updates, or the different insights in them, or all of them: never more one after another', () => {
    const updates = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), { maxLength: 8 });
    fc.assert(
      fc.property(updates, (inputs) => {
        const distinct = countAtLevelTwo(inputs, 'distinctInsights');
        const items = countAtLevelTwo(inputs, 'items');
        expect(countAtLevelTwo(inputs, 'updates')).toBe(inputs.length);
        expect(distinct).toBe(new Set(inputs.flat()).size);
        expect(items).toBe(inputs.reduce((sum, insights) => sum + insights.length, 0));
        expect(distinct).toBeLessThanOrEqual(items);
      }),
    );
  });
});
