import { chatMessage } from '@/lib/dialects/chat-messages';
import { isObject, objectOf, objectsOf, stringOf } from '@/lib/dialects/read-json';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { ToldConversation, ToldMessage } from './trajectory-of-messages';

/**
 * A `.traj` file of SWE-agent: its `history`, else its `trajectory`. Older versions name one `action` a turn and give its
 * observation in the next message: it becomes a call of the tool `action`. Null for any other document.
 */
export function readSweAgent(document: JsonValue): Omit<ToldConversation, 'agent'> | null {
  if (!isObject(document)) return null;
  const history = objectsOf(document.history);
  const turns = objectsOf(document.trajectory);
  const messages = history.length > 0 ? messagesOf(history) : turns.flatMap(turnMessages);
  return messages.length === 0 ? null : { messages, tools: [], hasErrorFlag: false };
}

function messagesOf(history: readonly JsonObject[]): ToldMessage[] {
  return history.map((item, index) => {
    const read = chatMessage(item);
    if (read.role === 'assistant') return read.toolCalls === undefined ? withAction(read, item) : read;
    if (read.role === 'tool') return withCallId(read, item);
    const before = history[index - 1];
    const isObserved = item.message_type === 'observation' && before !== undefined && hasAction(before);
    return read.role === 'user' && isObserved ? observed(read.text) : read;
  });
}

const hasAction = ({ role, action, tool_calls }: JsonObject) =>
  role === 'assistant' && stringOf(action) !== '' && objectsOf(tool_calls).length === 0;

function withAction(message: ToldMessage, { action }: JsonObject): ToldMessage {
  const command = stringOf(action).trim();
  if (command === '') return message;
  const call = { id: '', name: 'action', arguments: JSON.stringify({ command }) };
  return { ...message, toolCalls: [call] };
}

/** Newer versions name the calls that a result answers in a list. */
function withCallId(message: ToldMessage, { tool_call_ids }: JsonObject): ToldMessage {
  const [id] = Array.isArray(tool_call_ids) ? tool_call_ids : [];
  const { result } = message;
  if (typeof id !== 'string' || result === undefined || result.callId !== null) return message;
  return { ...message, result: { ...result, callId: id } };
}

const observed = (content: string): ToldMessage => ({
  ...{ role: 'tool', text: '', result: { callId: null, content, isError: false } },
});

/** A turn of `trajectory`: the request is in `query`, of which the first turn alone holds new messages. */
function turnMessages(turn: JsonObject, index: number): ToldMessage[] {
  const asked = index === 0 ? objectsOf(turn.query).map((one) => chatMessage(objectOf(one))) : [];
  const text = stringOf(turn.response) || stringOf(turn.thought);
  const said = withAction({ role: 'assistant', text }, turn);
  const observation = stringOf(turn.observation);
  return [...asked, said, ...(observation === '' ? [] : [observed(observation)])];
}
