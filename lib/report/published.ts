/**
 * Published results, as facts to lay beside one's own: never printed as ours, always marked "published, other
 * hardware". Accuracies in 0..1. Source: the Combee paper's figures and tables as read from its public material
 * (arXiv 2604.04247; GEPA's blog of 2026-04-09); digitised points carry an error of about 0.003.
 */
export interface PublishedPoint {
  readonly dataset: 'Formula' | 'FiNER';
  readonly method: 'ACE' | 'GEPA';
  readonly arm: 'fixed batch' | 'Combee' | 'base model';
  readonly batchSize: number | null;
  readonly accuracy: number;
  /** Seconds of training, where given. */
  readonly trainSeconds: number | null;
}

const point = (
  dataset: PublishedPoint['dataset'],
  method: PublishedPoint['method'],
  rest: [PublishedPoint['arm'], number | null, number, number | null],
): PublishedPoint => ({
  dataset,
  method,
  arm: rest[0],
  batchSize: rest[1],
  accuracy: rest[2],
  trainSeconds: rest[3],
});

export const PUBLISHED_POINTS: readonly PublishedPoint[] = [
  point('Formula', 'ACE', ['fixed batch', 1, 0.87, null]),
  point('Formula', 'ACE', ['fixed batch', 100, 0.725, null]),
  point('FiNER', 'ACE', ['fixed batch', 1, 0.76, null]),
  point('FiNER', 'ACE', ['fixed batch', 125, 0.706, null]),
  point('Formula', 'GEPA', ['base model', null, 0.64, null]),
  point('Formula', 'GEPA', ['fixed batch', 5, 0.855, 2981]),
  point('Formula', 'GEPA', ['fixed batch', 10, 0.86, 1892]),
  point('Formula', 'GEPA', ['fixed batch', 25, 0.855, 842]),
  point('Formula', 'GEPA', ['fixed batch', 50, 0.81, 506]),
  point('Formula', 'GEPA', ['fixed batch', 100, 0.723, 356]),
  point('Formula', 'GEPA', ['Combee', 84, 0.845, 334]),
  point('FiNER', 'GEPA', ['base model', null, 0.666, null]),
  point('FiNER', 'GEPA', ['fixed batch', 5, 0.731, 2892]),
  point('FiNER', 'GEPA', ['fixed batch', 10, 0.751, 1567]),
  point('FiNER', 'GEPA', ['fixed batch', 25, 0.751, 730]),
  point('FiNER', 'GEPA', ['fixed batch', 50, 0.723, 507]),
  point('FiNER', 'GEPA', ['fixed batch', 100, 0.68, 449]),
  point('FiNER', 'GEPA', ['Combee', 94, 0.747, 436]),
];
