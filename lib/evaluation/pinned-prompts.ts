import type { Method } from '@/lib/methods/method';
import { JUDGE_PROMPT_HASH } from './judge';

/** Name and hash of every prompt that a run's answers depend on: the method's own and the judge's. */
export function pinnedPrompts({
  promptHashes,
}: Pick<Method, 'promptHashes'>): Readonly<Record<string, string>> {
  return { ...promptHashes, judge: JUDGE_PROMPT_HASH };
}
