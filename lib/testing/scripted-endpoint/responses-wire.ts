import type { JsonObject } from '@/lib/domain/json';
import {
  CREATED_SECONDS,
  callId,
  piecesOf,
  usageOf,
  type WireReply,
  type WireRequest,
} from './scripted-turn';

/** Responses as a provider writes them: reasoning, text and calls are items with ids of their own. */
export function responsesWire(request: WireRequest): WireReply {
  const { ordinal, body: asked, turn } = request;
  const usage = usageOf(request);
  const output: JsonObject[] = [
    ...(turn.reasoning ? [reasoningItem(ordinal, turn.reasoning)] : []),
    ...(turn.text === undefined ? [] : [textItem(ordinal, turn.text)]),
    ...(turn.calls ?? []).map(({ name, input }, index) => ({
      type: 'function_call',
      id: `fc_${ordinal}_${index}`,
      call_id: callId('openaiResponses', ordinal, index),
      name,
      arguments: JSON.stringify(input),
      status: 'completed',
    })),
  ];
  const head = {
    id: `resp_${ordinal}`,
    object: 'response',
    created_at: CREATED_SECONDS,
    model: asked.model,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    error: null,
  };
  const status = turn.isCutAtLimit ? 'incomplete' : 'completed';
  const body = {
    ...head,
    status,
    incomplete_details: turn.isCutAtLimit ? { reason: 'max_output_tokens' } : null,
    output,
    usage: {
      input_tokens: usage.tokensIn,
      input_tokens_details: { cached_tokens: usage.tokensCached },
      output_tokens: usage.tokensOut,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.tokensIn + usage.tokensOut,
    },
  };
  const begun = { response: { ...head, status: 'in_progress', output: [], usage: null } };
  const events: JsonObject[] = [
    { type: 'response.created', ...begun },
    { type: 'response.in_progress', ...begun },
    ...output.flatMap(itemEvents),
    { type: `response.${status}`, response: body },
  ];
  return {
    usage,
    body,
    events: events.map(
      (event, index) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`,
    ),
  };
}

function reasoningItem(ordinal: number, text: string): JsonObject {
  return { type: 'reasoning', id: `rs_${ordinal}`, summary: [{ type: 'summary_text', text }] };
}

function textItem(ordinal: number, text: string): JsonObject {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
  return { type: 'message', id: `msg_${ordinal}`, role: 'assistant', status: 'completed', content };
}

function itemEvents(item: JsonObject, output_index: number): JsonObject[] {
  const at = { item_id: item.id, output_index };
  const added = (empty: object) => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, status: 'in_progress', ...empty },
  });
  const done = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'function_call') {
    const type = 'response.function_call_arguments';
    const pieces = piecesOf(String(item.arguments)).map((delta) => ({ type: `${type}.delta`, ...at, delta }));
    return [
      added({ arguments: '' }),
      ...pieces,
      { type: `${type}.done`, ...at, arguments: item.arguments },
      done,
    ];
  }
  if (item.type === 'reasoning') {
    const [part] = item.summary as readonly { readonly text: string }[];
    const place = { ...at, summary_index: 0 };
    const type = 'response.reasoning_summary';
    return [
      { type: 'response.output_item.added', output_index, item: { ...item, summary: [] } },
      { type: `${type}_part.added`, ...place, part: { type: 'summary_text', text: '' } },
      ...piecesOf(part?.text ?? '').map((delta) => ({ type: `${type}_text.delta`, ...place, delta })),
      { type: `${type}_part.done`, ...place, part: { type: 'summary_text', text: part?.text } },
      done,
    ];
  }
  const [part] = item.content as readonly { readonly text: string }[];
  const place = { ...at, content_index: 0 };
  return [
    added({ content: [] }),
    {
      type: 'response.content_part.added',
      ...place,
      part: { type: 'output_text', text: '', annotations: [] },
    },
    ...piecesOf(part?.text ?? '').map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
    { type: 'response.output_text.done', ...place, text: part?.text },
    { type: 'response.content_part.done', ...place, part: part ?? null },
    done,
  ];
}
