import type { CallMessage } from '@/lib/domain/model-call';
import type { StepMetrics, ToolCall } from '@/lib/domain/trajectory';
import type { RecordedCall } from '@/lib/trajectory/recorded-call';

/** Recorded calls for tests: messages in short form, everything else plain. */
export const system = (text: string): CallMessage => ({ role: 'system', text });
export const user = (text: string): CallMessage => ({ role: 'user', text });
export const assistant = (text: string, ...toolCalls: ToolCall[]): CallMessage => ({
  role: 'assistant',
  text,
  ...(toolCalls.length > 0 && { toolCalls }),
});
export const toolCall = (id: string, name: string, args: unknown = {}): ToolCall => ({
  id,
  name,
  arguments: JSON.stringify(args),
});
export const toolResult = (callId: string | null, content: string, isError = false): CallMessage => ({
  role: 'tool',
  text: '',
  result: { callId, content, isError },
});

export const METRICS: StepMetrics = {
  tokensIn: 10,
  tokensOut: 5,
  tokensCached: 0,
  costUsd: 0.001,
  delayMs: 100,
  by: 'proxy',
};

export interface CallParts extends Partial<Omit<RecordedCall, 'request' | 'reply' | 'ordinal'>> {
  readonly system?: readonly string[];
  readonly messages: readonly CallMessage[];
  readonly reply?: CallMessage | null;
  readonly tools?: RecordedCall['request']['tools'];
}

export function recordedCall(
  ordinal: number,
  { system: texts = [], messages, reply = null, tools = [], ...rest }: CallParts,
): RecordedCall {
  return {
    ordinal,
    dialect: 'openaiChat',
    startedAtMs: 1000 + ordinal * 100,
    endedAtMs: 1050 + ordinal * 100,
    status: reply === null ? 'failed' : 'answered',
    httpStatus: reply === null ? 500 : 200,
    request: {
      model: 'task',
      stream: false,
      system: texts,
      messages,
      tools,
      outputMax: null,
      settings: {},
      refersTo: null,
      itemReferences: [],
    },
    reply: reply === null ? null : { id: null, message: reply, finish: 'stop', usage: null, itemIds: [] },
    digest: `digest ${ordinal}`,
    retryOf: null,
    asked: {},
    sent: { model: 'pinned-model' },
    metrics: METRICS,
    ...rest,
  };
}
