import type { Cause } from '@/lib/domain/cause';

/**
 * Feedback on an answer that could not be scored, for the model that reflects on it. Part of the prompts, so its wording
 * does not follow that of pages.
 */
export function unscoredAnswer(cause: Cause): string {
  return `No answer could be scored: ${whyOf(cause)}`;
}

function whyOf({ code, fault, overrun, message }: Cause): string {
  if (overrun !== undefined) {
    const { promptTokens, replyTokens, contextTokens } = overrun;
    const [prompt, reply, context] = [promptTokens, replyTokens, contextTokens].map((n) =>
      n.toLocaleString('en'),
    );
    return `The request has ${prompt} tokens and its reply may take ${reply}; the model reads ${context}. It was not sent.`;
  }
  if (code === 'cutOff') return 'The reply was cut off at its token limit.';
  if (code === 'filtered') return "The provider's filter stopped the reply.";
  if (code === 'empty')
    return fault === 'emptyAnswer' ? 'The final answer is empty.' : 'The reply was empty.';
  return message ?? 'The reply holds no final answer.';
}
