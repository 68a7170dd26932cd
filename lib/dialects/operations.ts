import type { Dialect } from '@/lib/domain/trajectory';

/** The two base addresses that a rollout is given; each serves with and without `/v1`. */
export type ApiFamily = 'openai' | 'anthropic';

export type ProxyOperation =
  | { readonly kind: 'generate'; readonly dialect: Dialect }
  | { readonly kind: 'countTokens'; readonly dialect: Dialect }
  /** Answered with 404 in the dialect's words. */
  | { readonly kind: 'unknown'; readonly dialect: Dialect; readonly message: string };

const GENERATING: Readonly<Record<ApiFamily, Readonly<Record<string, Dialect>>>> = {
  openai: { '/chat/completions': 'openaiChat', '/responses': 'openaiResponses' },
  anthropic: { '/messages': 'anthropicMessages' },
};

/** @param path below the base address, without the query */
export function operationOf(family: ApiFamily, method: string, path: string): ProxyOperation {
  // The Anthropic SDK appends /v1/messages also to a base that ends in /v1.
  const plain = path.replace(/^(?:\/v1)+(?=\/)/, '').replace(/\/+$/, '');
  const dialect = GENERATING[family][plain];
  if (method === 'POST' && dialect !== undefined) return { kind: 'generate', dialect };
  const own = family === 'openai' ? 'openaiResponses' : 'anthropicMessages';
  if (method === 'POST' && family === 'anthropic' && plain === '/messages/count_tokens')
    return { kind: 'countTokens', dialect: own };
  const served = Object.keys(GENERATING[family]).join(', ');
  return {
    kind: 'unknown',
    dialect: own,
    message: `A rollout's proxy serves ${served} only, not ${method} ${plain}.`,
  };
}
