import type { RunManifest } from '@/lib/domain/manifest';
import type { Method } from '@/lib/methods/method';
import { JUDGE_PROMPT_HASH } from './judge';

/** Name and hash of every prompt that a run's answers depend on: the method's own and the judge's. */
export function pinnedPrompts(
  { promptHashes, insightIdsHash }: Pick<Method, 'promptHashes' | 'insightIdsHash'>,
  survival: RunManifest['survival'],
): Readonly<Record<string, string>> {
  return {
    ...promptHashes,
    judge: JUDGE_PROMPT_HASH,
    // Named only where insights carry ids: without them the list stays what it was.
    ...(survival?.ids && insightIdsHash !== undefined ? { insightIds: insightIdsHash } : {}),
  };
}
