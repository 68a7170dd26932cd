/**
 * Published results, as facts to lay beside one's own: never printed as ours, always marked "published, other
 * hardware". Accuracies in 0..1. Source: the Combee paper's figures and tables as read from its public material
 * (arXiv 2604.04247; GEPA's blog of 2026-04-09). What that material does not give is left out, never estimated.
 */
export type PublishedDataset = 'Formula' | 'FiNER' | 'AppWorld' | 'Terminal-Bench 2.0';
export type PublishedModel = 'DeepSeek-V3.1' | 'GPT-OSS 120B';
/** `not stated`: the figure does not say which method the numbers belong to. */
export type PublishedMethod = 'ACE' | 'GEPA' | 'not stated';
/** A fixed batch of 1 is the sequential arm, a larger one the naive arm. */
export type PublishedArm =
  | 'fixed batch'
  | 'Combee'
  | 'base model'
  | 'top-K retrieval'
  | 'summarisation'
  | 'hierarchical summarisation';

/** `exact` was printed as a number; `digitised` was read off a figure: about 0.003 of accuracy and 1 % of time. */
export type PublishedConfidence = 'exact' | 'digitised';

export interface PublishedPlace {
  readonly dataset: PublishedDataset;
  readonly method: PublishedMethod;
  readonly model: PublishedModel;
  readonly arm: PublishedArm;
  /** Null where nothing was learned, or where the source does not say. */
  readonly batchSize: number | null;
  readonly confidence: PublishedConfidence;
  /** Figure or table of the paper. */
  readonly source: string;
  /** Note that a reader needs to interpret the value. */
  readonly note?: string;
}

export interface PublishedPoint extends PublishedPlace {
  readonly accuracy: number;
  /** Seconds of training, where given. */
  readonly trainSeconds: number | null;
  /** Entries written into the playbook over the run. */
  readonly entries?: number;
  readonly playbookTokens?: number;
  /** Approximate, and from a third party's reading: see the note. */
  readonly costUsd?: number;
}

type Common = Omit<PublishedPlace, 'arm' | 'batchSize'>;
type Row = readonly [arm: PublishedArm, batchSize: number | null, accuracy: number, seconds: number | null];
type Beyond = Partial<Omit<PublishedPoint, 'arm' | 'batchSize' | 'accuracy' | 'trainSeconds'>>;

const pointsOf =
  (common: Common) =>
  ([arm, batchSize, accuracy, trainSeconds]: Row, beyond: Beyond = {}): PublishedPoint => ({
    ...common,
    arm,
    batchSize,
    accuracy,
    trainSeconds,
    ...beyond,
  });

const OVERLOAD = {
  method: 'ACE',
  model: 'DeepSeek-V3.1',
  confidence: 'exact',
  source: 'Fig. 2',
} as const;
const formulaOverload = pointsOf({ ...OVERLOAD, dataset: 'Formula' });
const finerOverload = pointsOf({ ...OVERLOAD, dataset: 'FiNER' });

const FINANCE_GEPA = {
  method: 'GEPA',
  model: 'DeepSeek-V3.1',
  confidence: 'digitised',
  source: 'Fig. 4',
  note: 'A single run.',
} as const;
const formulaGepa = pointsOf({ ...FINANCE_GEPA, dataset: 'Formula' });
const finerGepa = pointsOf({ ...FINANCE_GEPA, dataset: 'FiNER' });
const SECOND_VERSION = {
  confidence: 'exact',
  source: 'Text of version 2',
  note: 'The value of version 2, which is another than that of the figure.',
} as const;

const OPEN_MODEL = {
  method: 'not stated',
  model: 'GPT-OSS 120B',
  confidence: 'digitised',
  source: 'Appendix F',
  note: "From the blog's figure, which does not name the method.",
} as const;
const formulaOpen = pointsOf({ ...OPEN_MODEL, dataset: 'Formula' });
const finerOpen = pointsOf({ ...OPEN_MODEL, dataset: 'FiNER' });

const AGENTS = { method: 'ACE', model: 'DeepSeek-V3.1', confidence: 'exact' } as const;
const appWorld = pointsOf({
  ...AGENTS,
  dataset: 'AppWorld',
  source: 'Tab. 1',
  note: 'Mean of task and scenario completion.',
});
const terminalBench = pointsOf({
  ...AGENTS,
  dataset: 'Terminal-Bench 2.0',
  source: 'Tab. 2',
  note: '29 held-out tasks, mean of three runs: one task is 3.4 points.',
});

export const PUBLISHED_POINTS: readonly PublishedPoint[] = [
  formulaOverload(['fixed batch', 1, 0.87, null], { entries: 264 }),
  formulaOverload(['fixed batch', 100, 0.725, null], { entries: 21 }),
  finerOverload(['fixed batch', 1, 0.76, null], { entries: 246 }),
  finerOverload(['fixed batch', 125, 0.706, null], { entries: 11 }),

  formulaGepa(['base model', null, 0.64, null]),
  formulaGepa(['summarisation', 84, 0.66, null]),
  formulaGepa(['hierarchical summarisation', 84, 0.65, null], SECOND_VERSION),
  formulaGepa(['top-K retrieval', 84, 0.72, null]),
  formulaGepa(['fixed batch', 5, 0.855, 2981]),
  formulaGepa(['fixed batch', 10, 0.86, 1892]),
  formulaGepa(['fixed batch', 25, 0.855, 842]),
  formulaGepa(['fixed batch', 50, 0.81, 506]),
  formulaGepa(['fixed batch', 100, 0.723, 356]),
  formulaGepa(['Combee', 84, 0.845, 334]),
  formulaGepa(['Combee', 84, 0.857, null], SECOND_VERSION),
  finerGepa(['base model', null, 0.666, null]),
  finerGepa(['summarisation', 94, 0.675, null]),
  finerGepa(['top-K retrieval', 94, 0.685, null]),
  finerGepa(['fixed batch', 5, 0.731, 2892]),
  finerGepa(['fixed batch', 10, 0.751, 1567]),
  finerGepa(['fixed batch', 25, 0.751, 730]),
  finerGepa(['fixed batch', 50, 0.723, 507]),
  finerGepa(['fixed batch', 100, 0.68, 449]),
  finerGepa(['Combee', 94, 0.747, 436]),

  formulaOpen(['base model', null, 0.701, null]),
  formulaOpen(['fixed batch', 5, 0.855, 6512]),
  formulaOpen(['fixed batch', 10, 0.88, 2290]),
  formulaOpen(['fixed batch', 20, 0.87, 941]),
  formulaOpen(['fixed batch', 50, 0.85, 681]),
  formulaOpen(['fixed batch', 100, 0.825, 531]),
  finerOpen(['base model', null, 0.57, null]),
  finerOpen(['fixed batch', 5, 0.579, 9217]),
  finerOpen(['fixed batch', 10, 0.59, 4410]),
  finerOpen(['fixed batch', 20, 0.614, 2533]),
  finerOpen(['fixed batch', 50, 0.646, 1016]),
  finerOpen(['fixed batch', 100, 0.57, 806]),
  formulaOpen(['Combee', null, 0.874, 544]),
  finerOpen(['Combee', null, 0.652, 825]),

  appWorld(['base model', null, 0.533, null]),
  appWorld(['fixed batch', 1, 0.581, 5160]),
  appWorld(['fixed batch', 40, 0.557, 300], { playbookTokens: 526 }),
  appWorld(['Combee', 40, 0.658, 420], {
    playbookTokens: 6887,
    costUsd: 1.67,
    note: 'Mean of task and scenario completion. The cost is approximate, as a third party read it.',
  }),

  terminalBench(['base model', null, 0.322, null]),
  terminalBench(['fixed batch', 1, 0.379, 2544]),
  terminalBench(['fixed batch', 30, 0.31, 126]),
  terminalBench(['Combee', 30, 0.356, 144], {
    costUsd: 0.17,
    note: 'Three runs; one task is 3.4 points. The cost is approximate, as a third party read it; a re-run counted 12 calls and 0.04 dollars more for curation than the naive arm.',
  }),
];

/** The paper's main model, unless the run's own model is the other one that it measured. */
export function publishedModel(model: string): PublishedModel {
  return /gpt-?oss/i.test(model) ? 'GPT-OSS 120B' : 'DeepSeek-V3.1';
}
