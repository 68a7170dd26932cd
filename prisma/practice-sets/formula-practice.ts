import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { FORMULA_BOOK } from './formula-book';
import type { PracticeFormula, Quantity } from './formula-quantities';

/**
 * A bundled set in the shape of Formula: short word problems with one number as the answer. Every text is made here,
 * from a fixed seed, and every answer is computed; no outside data set is used.
 *
 * The formulas come in turn, so that any part of a multiple of fifty examples holds each equally often.
 */
export interface PracticeExample {
  readonly question: string;
  readonly context: string;
  readonly expected: string;
  readonly groupKey: string | null;
}

/** Held-out: without a single loss, the best of ten prompts is shown to lose less than 1 point from 597 examples on. */
export const FORMULA_PRACTICE_SIZES = {
  train: 250,
  selection: 100,
  heldOut: 600,
  confirmation: 150,
} as const;

const EXAMPLES = Object.values(FORMULA_PRACTICE_SIZES).reduce((sum, size) => sum + size, 0);

export function generateFormulaPractice(): PracticeExample[] {
  const places = Array.from({ length: EXAMPLES }, (_, index) => index);
  return formulaExamples('bundled formula practice 1', places);
}

/** One example a place in the book, counted round and round; another label gives other figures and words. */
export function formulaExamples(label: string, places: readonly number[]): PracticeExample[] {
  const rng = seededRng(label);
  return places.map((place, index) => {
    const formula = FORMULA_BOOK[place % FORMULA_BOOK.length] as PracticeFormula;
    return example(formula, rng.fork(String(index)));
  });
}

function example(formula: PracticeFormula, rng: Rng): PracticeExample {
  const values = formula.inputs.map((quantity) => draw(quantity, rng));
  const given = formula.inputs.map(
    (quantity, place) => `${quantity.label}: ${written(quantity, values[place] ?? 0)}`,
  );
  const scene = pick(SCENES, rng).replace('{firm}', `${pick(FIRST_NAMES, rng)} ${pick(TRADES, rng)}`);
  const asked = pick(ASKS, rng).replace('{name}', formula.name).replace('{unit}', formula.answerIn);
  return {
    question: `${scene.replace('{place}', pick(PLACES, rng))} ${capitalised(given.join('; '))}. ${asked}`,
    context: '',
    expected: twoDecimals(formula.compute(...values)),
    groupKey: formula.name,
  };
}

function draw(quantity: Quantity, rng: Rng): number {
  const steps = Math.floor((quantity.high - quantity.low) / quantity.step);
  const value = quantity.low + rng.nextInt(0, steps) * quantity.step;
  if (quantity.kind === 'count') return Math.round(value);
  // Steps of 0.05 leave noise in the last binary digits; what is computed is what is written.
  return Number(value.toFixed(2));
}

function written(quantity: Quantity, value: number): string {
  switch (quantity.kind) {
    case 'money':
      return `$${withThousands(value)}`;
    case 'factor':
      return String(value);
    case 'percent':
      return `${value} %`;
    case 'years':
    case 'days':
      return value === 1 ? `1 ${quantity.kind.slice(0, -1)}` : `${value} ${quantity.kind}`;
    case 'count':
      return withThousands(value);
  }
}

/** Written out by hand: the locale tables of two machines may differ. */
function withThousands(value: number): string {
  const [whole = '0', cents] = (Number.isInteger(value) ? String(value) : value.toFixed(2)).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return cents === undefined ? grouped : `${grouped}.${cents}`;
}

/** Rounded half up in the third decimal, past the noise of binary fractions; never "-0.00". */
function twoDecimals(value: number): string {
  const rounded = Math.round(Number((value * 100).toPrecision(13))) / 100;
  return (rounded === 0 ? 0 : rounded).toFixed(2);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pick(choices: readonly string[], rng: Rng): string {
  return choices[rng.nextInt(0, choices.length - 1)] ?? '';
}

const SCENES = [
  'The books of {firm} in {place} show the following.',
  '{firm}, based in {place}, is preparing a talk with its bank.',
  'A trainee goes through the year-end papers of {firm} ({place}).',
  'Two partners think about buying {firm} of {place}.',
  'The owner of {firm} in {place} wants to compare this year with the last.',
  'An auditor visits {firm} at its seat in {place}.',
  'A newspaper in {place} writes about {firm}.',
];

const ASKS = [
  'What is the {name}, in {unit}, with 2 decimals?',
  'Compute the {name} in {unit}, rounded to 2 decimals.',
  'Find the {name}; answer in {unit} with 2 decimals.',
  'State the {name} in {unit} to the nearest hundredth.',
];

const FIRST_NAMES =
  'Alder Birch Cobalt Dunlin Ember Fennel Garnet Heron Indigo Juniper Kestrel Lupin Marram Nettle Osprey Plover Quince Russet Sorrel Teasel Umber Verbena Willow Yarrow'.split(
    ' ',
  );

const TRADES = [
  'Bakery',
  'Boatyard',
  'Bottling',
  'Carpentry',
  'Cycles',
  'Dairy',
  'Foundry',
  'Freight',
  'Glassworks',
  'Instruments',
  'Looms',
  'Nurseries',
  'Optics',
  'Printers',
  'Pumps',
  'Tiles',
];

const PLACES =
  'Aldmoor Brackwater Cressing Dunmere Eastfold Farrowby Grindle Harkstone Ivelow Kelmarsh Lowick Marlby Northey Oxcombe Pellow Ravensey Stanwick Thornby Ulverstead Westerham'.split(
    ' ',
  );
