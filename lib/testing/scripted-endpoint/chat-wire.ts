import type { JsonObject } from '@/lib/domain/json';
import {
  CREATED_SECONDS,
  callId,
  piecesOf,
  usageOf,
  type WireReply,
  type WireRequest,
} from './scripted-turn';

/** Chat Completions as a provider writes them. The stream holds usage only where the request asks for it. */
export function chatWire(request: WireRequest): WireReply {
  const { ordinal, body: asked, turn } = request;
  const usage = usageOf(request);
  const calls = (turn.calls ?? []).map(({ name, input }, index) => ({
    id: callId('openaiChat', ordinal, index),
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const finish = turn.isCutAtLimit ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
  const head = { id: `chatcmpl-${ordinal}`, created: CREATED_SECONDS, model: asked.model };
  const counts = {
    prompt_tokens: usage.tokensIn,
    completion_tokens: usage.tokensOut,
    total_tokens: usage.tokensIn + usage.tokensOut,
    prompt_tokens_details: { cached_tokens: usage.tokensCached },
  };
  const message = {
    role: 'assistant',
    content: turn.text ?? null,
    ...(turn.reasoning ? { reasoning_content: turn.reasoning } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const hasUsage = (asked.stream_options as JsonObject | undefined)?.include_usage === true;
  const chunk = (choices: object[], more: object = {}) =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`;
  const delta = (change: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: change, finish_reason: reason }], hasUsage ? { usage: null } : {});
  return {
    usage,
    body: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: counts,
    },
    events: [
      delta({ role: 'assistant', content: turn.text === undefined ? null : '' }),
      ...piecesOf(turn.reasoning ?? '').map((piece) => delta({ reasoning_content: piece })),
      ...piecesOf(turn.text ?? '').map((piece) => delta({ content: piece })),
      ...calls.flatMap(({ id, type, function: { name, arguments: input } }, index) => [
        delta({ tool_calls: [{ index, id, type, function: { name, arguments: '' } }] }),
        ...piecesOf(input).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
      delta({}, finish),
      ...(hasUsage ? [chunk([], { usage: counts })] : []),
      'data: [DONE]\n\n',
    ],
  };
}
