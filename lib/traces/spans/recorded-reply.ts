import type { CallMessage } from '@/lib/domain/model-call';
import type { OwnedCall } from './owned-calls';
import { errorOf } from './span-error';
import { idOfRun } from './tool-run';

interface Reply {
  /** The conversation that the reply answers. */
  readonly messages: readonly CallMessage[];
  /** Null = there was none. */
  readonly reply: CallMessage | null;
}

/**
 * The reply of a call. Where its output was not recorded, it made the tool calls that ran after it. Where its output has
 * no calls but the next request repeats it with some, it made those.
 */
export function recordedReply(call: OwnedCall, input: readonly CallMessage[]): Reply {
  const { output, span } = call.source;
  const last = output.findLastIndex(({ role }) => role === 'assistant');
  const said = output[last];
  if (said !== undefined) {
    const messages = [...input, ...output.slice(0, last)];
    return { messages, reply: withCalls(said, repeated(call, messages)) };
  }
  if (span.endMs === null || errorOf(span) !== null) return { messages: input, reply: null };
  const toolCalls = call.after.map((run) => ({ id: idOfRun(run), name: run.name, arguments: run.arguments }));
  const ran: CallMessage = { role: 'assistant', text: '', ...(toolCalls.length > 0 && { toolCalls }) };
  return { messages: input, reply: repeated(call, input) ?? ran };
}

/** The message in the next request at the place of the reply. */
function repeated({ source, next }: OwnedCall, messages: readonly CallMessage[]): CallMessage | null {
  if (next === null || source.input.length === 0) return null;
  const found = next.input[messages.length];
  return found?.role === 'assistant' ? found : null;
}

function withCalls(said: CallMessage, again: CallMessage | null): CallMessage {
  const isSilent = said.toolCalls === undefined && again?.toolCalls !== undefined;
  return isSilent && again.text.trim() === said.text.trim() ? { ...said, toolCalls: again.toolCalls } : said;
}
