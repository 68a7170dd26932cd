/** Settings that keep parallel edits from becoming copies of one edit. */

export type OperatorKind =
  | 'insert'
  | 'delete'
  | 'rephrase'
  | 'reorder'
  | 'fewShotSwap'
  | 'instructionChannelEdit';

export const OPERATOR_KINDS: readonly OperatorKind[] = [
  'insert',
  'delete',
  'rephrase',
  'reorder',
  'fewShotSwap',
  'instructionChannelEdit',
];

export interface WeightedOperator {
  readonly kind: OperatorKind;
  /** The weights of a pool sum to 1. */
  readonly weight: number;
}

/** From this iteration on, until the next step, the proposer is called at this temperature. */
export interface TemperatureStep {
  readonly fromIteration: number;
  readonly temperature: number;
}

export interface DiversitySettings {
  /** At least three. */
  readonly operators: readonly WeightedOperator[];
  /** After this iteration the weights follow the lift on the selection split; null = they stay. */
  readonly adaptAfterIteration: number | null;
  /** Rising, the first from iteration 0. */
  readonly temperature: readonly TemperatureStep[];
  /** An edit more similar than this to what is there is rejected; exactly at it is kept (rulings E6). */
  readonly similarityMax: number;
  /** The embedder that the threshold was chosen for. */
  readonly embedderId: string;
  /** Collapsed iterations in a row after which a fresh lineage is tried; null = never. */
  readonly reseedAfterCollapsed: number | null;
}
