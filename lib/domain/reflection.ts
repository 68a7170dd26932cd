import type { Cause } from './cause';

export type BulletTag = 'helpful' | 'harmful' | 'neutral';

export interface BulletTagging {
  readonly bulletId: string;
  readonly tag: BulletTag;
}

/**
 * What the reflector wrote about one trace. An invalid one (call failed, reply cut off, nothing parseable) keeps
 * its cause and takes no part in the shuffle: it is data, not an error.
 */
export interface Reflection {
  /** Position in the iteration's minibatch; names the reflection in groups and in the scan tree. */
  readonly ordinal: number;
  readonly exampleId: string;
  /** The reflection as the aggregator will read it; empty when invalid. */
  readonly text: string;
  /** The reusable lessons inside it; what insight survival counts. */
  readonly insights: readonly string[];
  /** One an insight, where the run carries ids through its prompts. */
  readonly insightIds?: readonly string[];
  readonly bulletTags: readonly BulletTagging[];
  /** The example as the aggregator may see it (question, no expected answer beyond what the reflection says). */
  readonly context: string;
  readonly invalid: Cause | null;
}
