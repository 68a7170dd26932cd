import type { JsonObject } from '@/lib/domain/json';
import { callId, piecesOf, usageOf, type WireReply, type WireRequest } from './scripted-turn';

/** Anthropic Messages as a provider writes them: blocks of thinking, text and tool use. */
export function anthropicWire(request: WireRequest): WireReply {
  const { ordinal, body: asked, turn } = request;
  const usage = usageOf(request);
  const content: JsonObject[] = [
    ...(turn.reasoning ? [{ type: 'thinking', thinking: turn.reasoning, signature: `sig_${ordinal}` }] : []),
    ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]),
    ...(turn.calls ?? []).map(({ name, input }, index) => ({
      type: 'tool_use',
      id: callId('anthropicMessages', ordinal, index),
      name,
      input,
    })),
  ];
  const stop = turn.isCutAtLimit ? 'max_tokens' : (turn.calls ?? []).length > 0 ? 'tool_use' : 'end_turn';
  const head = { id: `msg_${ordinal}`, type: 'message', role: 'assistant', model: asked.model };
  const counted = {
    input_tokens: usage.tokensIn - usage.tokensCached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.tokensCached,
  };
  const events: JsonObject[] = [
    {
      type: 'message_start',
      message: {
        ...head,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...counted, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    ...content.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: usage.tokensOut },
    },
    { type: 'message_stop' },
  ];
  return {
    usage,
    body: {
      ...head,
      content,
      stop_reason: stop,
      stop_sequence: null,
      usage: { ...counted, output_tokens: usage.tokensOut },
    },
    events: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  };
}

function blockEvents(block: JsonObject, index: number): JsonObject[] {
  const delta = (change: object) => ({ type: 'content_block_delta', index, delta: change }) as JsonObject;
  const begun = (empty: object) => ({
    type: 'content_block_start',
    index,
    content_block: { ...block, ...empty },
  });
  const stop = { type: 'content_block_stop', index };
  if (block.type === 'tool_use') {
    const pieces = piecesOf(JSON.stringify(block.input));
    return [
      begun({ input: {} }),
      ...pieces.map((each) => delta({ type: 'input_json_delta', partial_json: each })),
      stop,
    ];
  }
  if (block.type === 'thinking') {
    const pieces = piecesOf(String(block.thinking));
    return [
      begun({ thinking: '', signature: '' }),
      ...pieces.map((thinking) => delta({ type: 'thinking_delta', thinking })),
      delta({ type: 'signature_delta', signature: block.signature }),
      stop,
    ];
  }
  const pieces = piecesOf(String(block.text));
  return [begun({ text: '' }), ...pieces.map((text) => delta({ type: 'text_delta', text })), stop];
}
