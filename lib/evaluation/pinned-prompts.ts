import type { RunManifest } from '@/lib/domain/manifest';
import type { Method } from '@/lib/methods/method';
import { JUDGE_PROMPT_HASH } from './judge';

type Prompting = Pick<Method, 'promptHashes' | 'promptHashesFor' | 'insightIdsHash'>;

/** Name and hash of every prompt that a run's answers depend on: the method's own and the judge's. */
export function pinnedPrompts(
  { promptHashes, promptHashesFor, insightIdsHash }: Prompting,
  { method, survival }: Pick<RunManifest, 'method' | 'survival'>,
): Readonly<Record<string, string>> {
  return {
    ...promptHashes,
    // Named only where the run uses them: without them the list stays what it was.
    ...promptHashesFor?.(method),
    judge: JUDGE_PROMPT_HASH,
    ...(survival?.ids && insightIdsHash !== undefined ? { insightIds: insightIdsHash } : {}),
  };
}
