import { condenses, type RunManifest } from '@/lib/domain/manifest';
import type { Method } from '@/lib/methods/method';
import { SUMMARISER_HASH } from '@/lib/methods/prompting/summariser';
import { JUDGE_PROMPT_HASH } from './judge';

type Prompting = Pick<Method, 'promptHashes' | 'promptHashesFor' | 'insightIdsHash'>;

/** Name and hash of every prompt that a run's answers depend on: the method's own, the judge's and the summariser's. */
export function pinnedPrompts(
  { promptHashes, promptHashesFor, insightIdsHash }: Prompting,
  { method, survival, aggregation }: Pick<RunManifest, 'method' | 'survival' | 'aggregation'>,
): Readonly<Record<string, string>> {
  const { kind } = aggregation;
  return {
    ...promptHashes,
    // Named only where the run uses them: without them the list stays what it was.
    ...promptHashesFor?.(method),
    judge: JUDGE_PROMPT_HASH,
    ...(survival?.ids && insightIdsHash !== undefined ? { insightIds: insightIdsHash } : {}),
    ...(condenses(kind) && kind !== 'topK' ? { summariser: SUMMARISER_HASH } : {}),
  };
}
