/** One of the three conditions that a speedup has: what is so, and whether that is enough. */
export interface SpeedupCondition {
  readonly id: 'parallelScans' | 'sizedBatches' | 'serialConverges';
  readonly title: string;
  readonly met: boolean;
  /** State of the condition, and the next step where it fails. */
  readonly sentence: string;
}
