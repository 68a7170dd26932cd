import { PythonRandom } from '@/lib/random/python-random';
import { listField, textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/**
 * CPython's generator, bit for bit. Every field of a case is one series of draws from a fresh generator, except that
 * those named "_after" go on where the field before them stopped. Only `gauss` gets room: it goes through log, sin
 * and cos, whose last bit belongs to the machine's library.
 */
export const adapter: GoldenAdapter = { groups: { seeds: draws } };

type Series = (random: PythonRandom, expected: readonly unknown[]) => unknown;

const times = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const argument = (pair: unknown): number => Number(Array.isArray(pair) ? pair[0] : Number.NaN);

const SERIES: Readonly<Record<string, Series>> = {
  random: (random, expected) => times(expected.length, () => random.random()),
  getrandbits32: (random, expected) => times(expected.length, () => Number(random.getrandbits(32))),
  getrandbits: (random, expected) =>
    expected.map((pair) => [argument(pair), String(random.getrandbits(argument(pair)))]),
  randrange: (random, expected) => expected.map((pair) => [argument(pair), random.randrange(argument(pair))]),
  randint_1_6: (random, expected) => times(expected.length, () => random.randint(1, 6)),
  shuffle10: (random) => random.shuffled(upTo(10)),
  shuffle25_after: (random) => random.shuffled(upTo(25)),
  choice_abcde: (random, expected) => times(expected.length, () => random.choice([...'abcde'])).join(''),
  sample_20_5: (random) => random.sample(upTo(20), 5),
  sample_6_3_after: (random) => random.sample(upTo(6), 3),
  sample_1000_30_after: (random) => random.sample(upTo(1000), 30),
  choices_w: (random, expected) => random.choices([...'abc'], [1, 2, 3], expected.length),
  uniform_2_5: (random, expected) => times(expected.length, () => random.uniform(2, 5)),
  gauss: (random, expected) => times(expected.length, () => random.gauss(0, 1)),
};

function draws(testCase: GoldenCase): Comparison[] {
  const seed = textField(testCase, 'seed');
  let random = new PythonRandom(seed);
  return Object.entries(testCase)
    .filter(([field]) => field !== 'id' && field !== 'seed')
    .map(([field, expected]) => {
      const series = Object.hasOwn(SERIES, field) ? SERIES[field] : undefined;
      if (series === undefined) throw new TypeError(`the field "${field}" is not covered`);
      if (!field.endsWith('_after')) random = new PythonRandom(seed);
      const drawn = typeof expected === 'string' ? [...expected] : listField(testCase, field);
      const tolerance = field === 'gauss' ? { absolute: 1e-12 } : {};
      return { what: field, actual: series(random, drawn), expected, tolerance };
    });
}
