import type { PublishedDataset, PublishedMethod, PublishedPlace } from './published';

/**
 * What was published of playbooks and batch sizes, also where the accuracy that goes with it was not: how many entries
 * a run wrote, how good a judge found them, and which sizes the paper's controller chose. Marked like all published
 * values: other hardware, never ours.
 */
export interface PublishedEntries extends PublishedPlace {
  /** Written over the whole run. */
  readonly entries: number;
  /** Entries marked helpful three times or more. */
  readonly highValueEntries?: number;
  /** Times that an entry was marked helpful, over all entries. */
  readonly helpfulMarks?: number;
}

/** Shares that a judge gave a final playbook. */
export interface PublishedPlaybookQuality extends PublishedPlace {
  readonly coverage: number;
  readonly specificity: number;
}

/** A published value of a playbook with everything that was said of it; null = not given. */
export interface PublishedPlaybook extends PublishedPlace {
  readonly entries: number | null;
  readonly highValueEntries: number | null;
  readonly helpfulMarks: number | null;
  readonly coverage: number | null;
  readonly specificity: number | null;
}

/** A batch size that the paper's controller chose. */
export interface PublishedChoice {
  readonly dataset: PublishedDataset;
  readonly method: PublishedMethod;
  readonly batchSize: number;
}

const NAIVE = {
  method: 'ACE',
  model: 'DeepSeek-V3.1',
  arm: 'fixed batch',
  confidence: 'exact',
  source: 'Fig. 2',
} as const;

const entriesOf =
  (dataset: PublishedDataset) =>
  (
    batchSize: number,
    entries: number,
    marks: Pick<PublishedEntries, 'highValueEntries' | 'helpfulMarks'> = {},
  ): PublishedEntries => ({ ...NAIVE, dataset, batchSize, entries, ...marks });

const formula = entriesOf('Formula');
const finer = entriesOf('FiNER');

export const PUBLISHED_ENTRIES: readonly PublishedEntries[] = [
  formula(1, 264, { highValueEntries: 19, helpfulMarks: 174 }),
  formula(5, 199),
  formula(10, 121),
  formula(20, 97),
  formula(50, 47),
  formula(100, 21, { highValueEntries: 0, helpfulMarks: 5 }),
  finer(1, 246),
  finer(5, 184),
  finer(20, 110),
  finer(50, 39),
  finer(125, 11, { highValueEntries: 0 }),
];

const JUDGED = {
  dataset: 'FiNER',
  method: 'ACE',
  model: 'DeepSeek-V3.1',
  confidence: 'exact',
  source: 'Tab. 11',
  note: 'Five runs, judged by Gemini-3.5-Flash.',
} as const;

export const PUBLISHED_PLAYBOOK_QUALITY: readonly PublishedPlaybookQuality[] = [
  { ...JUDGED, arm: 'fixed batch', batchSize: 1, coverage: 0.904, specificity: 0.96 },
  { ...JUDGED, arm: 'Combee', batchSize: null, coverage: 0.836, specificity: 0.938 },
];

export const PUBLISHED_CHOICES: readonly PublishedChoice[] = [
  { dataset: 'Formula', method: 'GEPA', batchSize: 84 },
  { dataset: 'FiNER', method: 'GEPA', batchSize: 94 },
  { dataset: 'Formula', method: 'ACE', batchSize: 80 },
  { dataset: 'FiNER', method: 'ACE', batchSize: 64 },
];

const NOT_GIVEN = {
  entries: null,
  highValueEntries: null,
  helpfulMarks: null,
  coverage: null,
  specificity: null,
} as const;

/** All published playbooks. A judged playbook of Combee is at the size that the controller chose, with a note. */
export const PUBLISHED_PLAYBOOKS: readonly PublishedPlaybook[] = [
  ...PUBLISHED_ENTRIES.map((one) => ({ ...NOT_GIVEN, ...one })),
  ...PUBLISHED_PLAYBOOK_QUALITY.map((one) => ({ ...NOT_GIVEN, ...atChosenSize(one) })),
];

function atChosenSize(judged: PublishedPlaybookQuality): PublishedPlaybookQuality {
  if (judged.batchSize !== null) return judged;
  const chosen = PUBLISHED_CHOICES.find(
    ({ dataset, method }) => dataset === judged.dataset && method === judged.method,
  );
  if (chosen === undefined) return judged;
  const note = [judged.note, 'Its batch size is the one that the controller chose on this data set.'];
  return { ...judged, batchSize: chosen.batchSize, note: note.filter(Boolean).join(' ') };
}
