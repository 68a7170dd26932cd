import type { Permit } from '@/server/adapters/provider-limiter';
import type { LiveAttempt } from './live-attempt';
import { callProvider, drain, type ProviderReply } from './provider-call';
import { takeTurn } from './provider-turn';
import type { ProxyParts, Reached } from './proxy-parts';
import type { WrittenCall } from './write-call';

/** A written call on its way to the provider: in its turn, and tried again where the provider is busy. */
export interface SentCall
  extends ProviderReply,
    Pick<WrittenCall, 'ordinal' | 'reader' | 'model' | 'output' | 'stream' | 'keep' | 'amount' | 'cost'> {
  /** To be released at the end; null = the provider was never reached. */
  readonly permit: Permit | null;
  readonly startedMs: number;
  readonly firstByteMs: number;
}

/** In most texts: the queue counts what a call is likely to take, the rollout's budget the most. */
const BYTES_A_TOKEN = 4;

const PATHS = {
  openaiChat: '/chat/completions',
  openaiResponses: '/responses',
  anthropicMessages: '/messages',
} as const;

export async function sendCall(
  parts: ProxyParts,
  attempt: LiveAttempt,
  call: WrittenCall,
): Promise<SentCall> {
  const { ordinal, reader, model, output, stream, keep, amount, cost } = call;
  const startedMs = parts.clock.monotonicMs();
  const came = await parts.reach(attempt, call.dialect, call.agent).then(
    (reached) => inTurn(parts, attempt, call, reached),
    (error: unknown) => ({ reply: null, error, waitedMs: 0, permit: null }),
  );
  const firstByteMs = parts.clock.monotonicMs() - startedMs;
  await call.durable.catch(async (error: unknown) => {
    // A reply that the books may not know is not handed on.
    came.permit?.release({ tokens: amount.tokens, limited: false });
    await drain(came.reply);
    throw error;
  });
  return { ordinal, reader, model, output, stream, keep, amount, cost, ...came, startedMs, firstByteMs };
}

async function inTurn(
  parts: ProxyParts,
  attempt: LiveAttempt,
  { dialect, text, cost }: WrittenCall,
  { upstream, limiter }: Reached,
): Promise<ProviderReply & { readonly permit: Permit }> {
  // The agent's leaving does not stop it: what the provider then still counts is the bill.
  const { signal } = new AbortController();
  const onWait = (waitMs: number) => void parts.hear({ ...attempt.name, waitMs }).catch(() => undefined);
  const group = attempt.row.runId ?? attempt.name.id;
  const tokens = Math.ceil(cost.tokensIn / BYTES_A_TOKEN) + cost.tokensOut;
  const { permit, waitedMs } = await takeTurn({ limiter, group, tokens, onWait });
  const came = await callProvider({ upstream, path: PATHS[dialect], body: text, signal, onWait });
  return { ...came, waitedMs: came.waitedMs + waitedMs, permit };
}
