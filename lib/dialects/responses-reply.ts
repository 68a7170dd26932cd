import type { JsonObject } from '@/lib/domain/json';
import type { CallUsage } from '@/lib/domain/model-call';
import type { ToolCall } from '@/lib/domain/trajectory';
import { pieces } from './stream-pieces';

/** A reply of the Responses dialect as a provider writes it: reasoning, text and calls are items with ids of their own. */
export interface ReplyToWrite {
  /** Ends the ids of the response and of its items, so it comes once. */
  readonly id: string;
  readonly model: string;
  readonly createdSeconds: number;
  readonly reasoning?: string;
  /** Absent = no message, as where a model only calls tools. */
  readonly text?: string;
  readonly calls: readonly ToolCall[];
  readonly usage: CallUsage;
  /** Ended at the limit on output. */
  readonly isCut: boolean;
}

/** The same reply whole. */
export function responseBody(reply: ReplyToWrite): JsonObject {
  const { usage, isCut } = reply;
  return {
    ...headOf(reply),
    status: statusOf(reply),
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: outputOf(reply),
    usage: {
      input_tokens: usage.tokensIn,
      input_tokens_details: { cached_tokens: usage.tokensCached },
      output_tokens: usage.tokensOut,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.tokensIn + usage.tokensOut,
    },
  };
}

/** The same reply as server-sent events, the last one included. `pieceLength`: characters of a delta. */
export function responseEvents(reply: ReplyToWrite, pieceLength: number): string[] {
  const begun = { response: { ...headOf(reply), status: 'in_progress', output: [], usage: null } };
  const events: JsonObject[] = [
    { type: 'response.created', ...begun },
    { type: 'response.in_progress', ...begun },
    ...outputOf(reply).flatMap((item, index) => itemEvents(item, index, pieceLength)),
    { type: `response.${statusOf(reply)}`, response: responseBody(reply) },
  ];
  return events.map(
    (event, index) =>
      `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: index })}\n\n`,
  );
}

const statusOf = ({ isCut }: ReplyToWrite) => (isCut ? 'incomplete' : 'completed');

function headOf({ id, model, createdSeconds }: ReplyToWrite) {
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: createdSeconds,
    model,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    error: null,
  };
}

function outputOf({ id, reasoning, text, calls }: ReplyToWrite): JsonObject[] {
  return [
    ...(reasoning ? [reasoningItem(id, reasoning)] : []),
    ...(text === undefined ? [] : [textItem(id, text)]),
    ...calls.map((call, index) => ({
      type: 'function_call',
      id: `fc_${id}_${index}`,
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
      status: 'completed',
    })),
  ];
}

function reasoningItem(id: string, text: string): JsonObject {
  return { type: 'reasoning', id: `rs_${id}`, summary: [{ type: 'summary_text', text }] };
}

function textItem(id: string, text: string): JsonObject {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
  return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
}

function itemEvents(item: JsonObject, output_index: number, pieceLength: number): JsonObject[] {
  const piecesOf = (text: string) => pieces(text, pieceLength);
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
