import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { pinnedAce, pinnedGepa, pinnedMethod, pinnedMipro, pinnedTextGrad } from './method-schema';
import type { ModelRole } from './model-role';

/** Settings of each prompt-learning method, and what follows from them. */
export type MethodSettings = Immutable<z.output<typeof pinnedMethod>>;
export type MethodName = MethodSettings['name'];
export type AceSettings = Immutable<z.output<typeof pinnedAce>>;
export type GepaSettings = Immutable<z.output<typeof pinnedGepa>>;
export type TextGradSettings = Immutable<z.output<typeof pinnedTextGrad>>;
export type MiproSettings = Immutable<z.output<typeof pinnedMipro>>;

/**
 * Training rollouts that one example may take in one iteration: ACE answers again after each reflection, GEPA tries
 * the child on the examples of its parent.
 */
export function rolloutsPerExample(method: MethodSettings): number {
  if (method.name === 'ace') return method.maxRounds;
  if (method.name !== 'gepa') return 1;
  const { sampling } = method;
  const proposals =
    sampling.kind === 'single' ? 1 : sampling.kind === 'pxn' ? sampling.parents * sampling.n : sampling.n;
  return 2 * proposals;
}

const REPLY_TOKENS = 4096;
const WHOLE_PROMPT_TOKENS = 16_384;

/**
 * Default length of a reply: a proposer that writes the whole prompt anew needs room for all of what
 * was learned so far, or its replies are cut off just when there is most to keep.
 */
export function usualReplyTokens(role: ModelRole, method?: MethodName): number {
  return role === 'proposer' && (method === 'gepa' || method === 'textgrad')
    ? WHOLE_PROMPT_TOKENS
    : REPLY_TOKENS;
}
