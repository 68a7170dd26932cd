import type { Example } from '@/lib/domain/example';

/** Fields of an example that a split uses; the text itself is in the hash. */
export interface SplitExample extends Pick<Example, 'id' | 'contentHash' | 'groupKey'> {
  readonly sourceSplit: string | null;
}
