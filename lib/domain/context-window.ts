import { countTokens } from '@/lib/stats/count-tokens';
import type { Cause, ContextOverrun } from './cause';
import type { ModelBinding } from './manifest';
import { TEMPLATE_TOKENS } from './template-tokens';
import { utf8Bytes } from './utf8-bytes';

/**
 * Whether a model can read a request and still has room for its reply: prompt + max reply <= context. What does not
 * fit is never sent (`lib/engine/calls/ask`), and Combee cuts its groups so that each call fits (`lib/combee/scan`).
 *
 * No token is shorter than a byte, so the bytes bound the tokens from above whatever the tokenizer: nearly every
 * request is let through by that alone, without being counted. Else the tokens are counted by o200k. Models known to
 * use it, and the practice model, are taken at that count. Every other model is taken to need a multiple of it, and
 * never more than the bytes: a tokenizer with a smaller vocabulary cuts the same text into more tokens. Most that eight
 * of them (cl100k, Llama 2 and 3, Mistral, Claude 2, Qwen 3, Gemma 3, DeepSeek 3) took per o200k token on 2026-11-23:
 *
 *     1.18  English   1.25  code   1.30  JSON   1.77  numbers (a token a digit)   1.43  German   1.95  Russian
 *     1.93  Chinese   1.75  Japanese   2.85  Arabic   3.22  Hindi
 *
 * So ASCII counts 1.8 and all else 3.25, by their shares of the bytes: too many for most, and few for none of these.
 */
export type ContextWindow = Pick<ModelBinding, 'model' | 'practice' | 'contextTokens' | 'maxTokens'>;

/** Tokens of an unknown tokenizer per o200k token. */
const OTHERS_ON_ASCII = 1.8;
const OTHERS_BEYOND = 3.25;
const O200K = /(^|\/)(chatgpt-4o|gpt-4o|gpt-4\.[15]|gpt-5|gpt-oss|o[134](-|$))/;

/** Null when the request fits. */
export function contextOverrun(
  { model, practice, contextTokens, maxTokens }: ContextWindow,
  messages: readonly { readonly content: string }[],
): ContextOverrun | null {
  const bytes = messages.reduce((sum, { content }) => sum + utf8Bytes(content), 0);
  const room = contextTokens - maxTokens - TEMPLATE_TOKENS;
  if (bytes <= room) return null;
  const tokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
  const factor = practice || O200K.test(model) ? 1 : factorOfOthers(messages, bytes);
  const promptTokens = Math.min(bytes, Math.ceil(tokens * factor));
  if (promptTokens <= room) return null;
  return { promptTokens: promptTokens + TEMPLATE_TOKENS, replyTokens: maxTokens, contextTokens };
}

function factorOfOthers(messages: readonly { readonly content: string }[], bytes: number): number {
  const ascii = messages.reduce((sum, { content }) => sum + asciiCharacters(content), 0);
  return OTHERS_ON_ASCII + (OTHERS_BEYOND - OTHERS_ON_ASCII) * ((bytes - ascii) / Math.max(1, bytes));
}

function asciiCharacters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 0x80) count += 1;
  return count;
}

export const contextCause = (overrun: ContextOverrun): Cause => ({ code: 'contextWindow', overrun });
