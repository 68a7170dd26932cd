import { type Rng, seededRng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';
import type { PracticeExample } from './formula-practice';

/**
 * A bundled set in the shape of FiNER: each record asks for the tags of four figures out of a hundred tags of our own.
 * A tag is a subject and an aspect of it; every sentence is made here, from a fixed seed.
 */
export const FINER_PRACTICE_SIZES = { train: 500, heldOut: 200 } as const;

const RECORDS = Object.values(FINER_PRACTICE_SIZES).reduce((sum, size) => sum + size, 0);
const QUESTIONS_PER_RECORD = 4;

interface Subject {
  readonly tag: string;
  readonly words: string;
}

const SUBJECTS: readonly Subject[] = [
  { tag: 'TermLoan', words: 'the term loan' },
  { tag: 'CreditLine', words: 'the revolving credit line' },
  { tag: 'SeniorBond', words: 'the senior bonds' },
  { tag: 'WarehouseLease', words: 'the warehouse leases' },
  { tag: 'OfficeLease', words: 'the office leases' },
  { tag: 'StaffStockPlan', words: 'the staff stock plan' },
  { tag: 'DirectorOption', words: 'the options granted to directors' },
  { tag: 'PensionPlan', words: 'the pension plan' },
  { tag: 'PatentPool', words: 'the acquired patents' },
  { tag: 'CustomerList', words: 'the acquired customer lists' },
  { tag: 'SupplyContract', words: 'the long-term supply contracts' },
  { tag: 'ServiceContract', words: 'the service contracts with customers' },
  { tag: 'TaxCredit', words: 'the unused tax credits' },
  { tag: 'LegalClaim', words: 'the pending legal claims' },
  { tag: 'JointVenture', words: 'the joint venture' },
  { tag: 'PreferredShare', words: 'the preferred shares' },
  { tag: 'CurrencyHedge', words: 'the currency hedges' },
  { tag: 'VehicleFleet', words: 'the vehicle fleet' },
  { tag: 'PlantClosure', words: 'the plant closure' },
  { tag: 'SiteCleanup', words: 'the clean-up of former sites' },
];

interface Aspect {
  readonly tag: string;
  /** {subject}, {figure}, {date} are filled in. */
  readonly sentences: readonly string[];
  readonly figure: (rng: Rng) => string;
}

const money = (rng: Rng) => `${rng.nextInt(2, 980)}.${rng.nextInt(0, 9)}`;
const rate = (rng: Rng) => `${rng.nextInt(1, 14)}.${rng.nextInt(0, 9)}${rng.nextInt(0, 9)}`;
const whole = (low: number, high: number) => (rng: Rng) => String(rng.nextInt(low, high));

const ASPECTS: readonly Aspect[] = [
  {
    tag: 'CarriedAmount',
    figure: money,
    sentences: [
      'At {date}, $ {figure} million was carried on the balance sheet for {subject}.',
      'The balance sheet at {date} holds {subject} at $ {figure} million.',
    ],
  },
  {
    tag: 'CostRecognised',
    figure: money,
    sentences: [
      'For the year ended {date}, the company charged $ {figure} million to income for {subject}.',
      'Costs of $ {figure} million for {subject} were recognised in the year to {date}.',
    ],
  },
  {
    tag: 'YearlyRate',
    figure: rate,
    sentences: [
      'A yearly rate of {figure} % was applied to {subject} at {date}.',
      'At {date} the rate used for {subject} stood at {figure} % a year.',
    ],
  },
  {
    tag: 'TermInYears',
    figure: whole(2, 29),
    sentences: [
      'At {date}, {subject} had {figure} years left on average.',
      'Management expects {subject} to run for another {figure} years from {date}.',
    ],
  },
  {
    tag: 'ItemCount',
    figure: whole(31, 990),
    sentences: [
      'At {date}, {subject} comprised {figure} separate items.',
      'The register of {date} lists {figure} items under {subject}.',
    ],
  },
];

const MONTH_ENDS = ['March 31', 'June 30', 'September 30', 'December 31'];

export function generateFinerPractice(): PracticeExample[] {
  const rng = seededRng('bundled finer practice 1');
  const tags = SUBJECTS.flatMap((subject) => ASPECTS.map((aspect) => `${subject.tag}${aspect.tag}`));
  const options = shuffled(tags, rng.fork('options')).join(', ');
  return Array.from({ length: RECORDS }, (_, index) => record(options, rng.fork(String(index))));
}

function record(options: string, rng: Rng): PracticeExample {
  const asked = Array.from({ length: QUESTIONS_PER_RECORD }, () => figureInSentence(rng));
  const lines = asked.map(({ figure, sentence }, place) => `${place + 1}. "${figure}" in: ${sentence}`);
  const question = [
    `You tag figures in company reports. The tags to choose from: ${options}.`,
    'For each of the four figures name the one tag that fits it. Answer with four tags in order, separated by commas, and nothing else.',
    ...lines,
  ].join('\n');
  return { question, context: '', expected: asked.map(({ tag }) => tag).join(','), groupKey: null };
}

function figureInSentence(rng: Rng): { tag: string; figure: string; sentence: string } {
  const subject = pick(SUBJECTS, rng);
  const aspect = pick(ASPECTS, rng);
  const figure = aspect.figure(rng);
  const date = `${pick(MONTH_ENDS, rng)}, ${rng.nextInt(2019, 2025)}`;
  const sentence = pick(aspect.sentences, rng)
    .replace('{subject}', subject.words)
    .replace('{figure}', figure)
    .replace('{date}', date);
  return { tag: `${subject.tag}${aspect.tag}`, figure, sentence };
}

function pick<T>(choices: readonly T[], rng: Rng): T {
  return choices[rng.nextInt(0, choices.length - 1)] as T;
}
