import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LeakReading } from '@/lib/domain/privacy';
import { withoutStops } from '../import/import-examples';
import { LEAK_WORDS, readLeakInSteps, type TrainingText } from './leak';

const read = (prompt: string, training: readonly TrainingText[], n?: number): LeakReading =>
  withoutStops(readLeakInSteps(prompt, training, n === undefined ? {} : { n }));
const example = (id: string, ...texts: string[]): TrainingText => ({ id, texts });

describe('R-210 the leak meter', () => {
  it('R-210 counts the n-grams of a prompt that stand word for word in an example, worked by hand', () => {
    // Seven words, n = 3: five n-grams, of which "c d e" and "d e f" are copied.
    const reading = read('a b C, d e f! g', [example('x', 'z c d e f z')], 3);
    expect(reading).toMatchObject({ n: 3, promptNgrams: 5, copiedNgrams: 2, share: 0.4, examples: 1 });
    expect(reading.worst).toEqual([{ start: 4, end: 12, words: 4, exampleId: 'x' }]);
    expect('a b C, d e f! g'.slice(4, 12)).toBe('C, d e f');
  });

  it('R-210 does not read across two fields or two examples, and not in another order', () => {
    expect(read('a b c d', [example('x', 'a b', 'c d'), example('y', 'd c b a')], 3).copiedNgrams).toBe(0);
  });

  it('R-210 says nothing of a prompt that is shorter than an n-gram', () => {
    expect(read('seven words are one too few here', [example('x', 'a')])).toMatchObject({
      n: LEAK_WORDS,
      promptNgrams: 0,
      share: null,
    });
  });

  it('R-210 agrees with looking for every n-gram in every text', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 25 });
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 4 }), (prompt, texts) => {
        const ngrams = prompt.flatMap((_, at) =>
          at + 3 <= prompt.length ? [` ${prompt.slice(at, at + 3).join(' ')} `] : [],
        );
        const copied = ngrams.filter((one) => texts.some((text) => ` ${text.join(' ')} `.includes(one)));
        const training = texts.map((text, index) => example(String(index), text.join(' ')));
        const reading = read(prompt.join(' '), training, 3);
        expect([reading.promptNgrams, reading.copiedNgrams]).toEqual([ngrams.length, copied.length]);
      }),
    );
  });

  it('R-210 reads a quarter MB of one phrase against the same in time proportional to its length', () => {
    const text = 'on and on '.repeat(25_000);
    const before = process.threadCpuUsage();
    expect(read(text, [example('x', text)])).toMatchObject({ share: 1 });
    // 6e9 pairs of places would take longer.
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});
