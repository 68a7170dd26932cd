import { hash } from 'node:crypto';
import { isObject, parsedObject } from '@/lib/dialects/read-json';
import { responsesDialect } from '@/lib/dialects/responses';
import { type ReplyToWrite, responseBody, responseEvents } from '@/lib/dialects/responses-reply';
import type { SeenConversations } from '@/lib/dialects/seen-conversations';
import type { JsonObject, JsonValue } from '@/lib/domain/json';
import type { CallMessage, ReadRequest } from '@/lib/domain/model-call';
import { AppError } from '@/lib/errors/app-error';
import {
  type ChatAnswer,
  type ChatRequest,
  CREATED_SECONDS,
  callIdOf,
  estimateTokens,
  type ReadCall,
  STREAM_PIECE_CHARACTERS,
  tokensOutOf,
} from './chat-protocol';
import { HttpFault } from './http-exchange';

/**
 * OpenAI Responses, the protocol that the OpenAI Agents SDK and the AI SDK use unless told otherwise. Read by the dialect of
 * the recording proxy. Earlier replies are kept in `seen`, since both SDKs may refer to them by id.
 *
 * @throws HttpFault 400 where the body is no request, 404 or 400 where it refers to what was not seen
 */
export function readResponses(body: unknown, seen: SeenConversations): ReadCall {
  const asked = body as JsonValue;
  if (!isObject(asked)) throw unreadable('Give one JSON object.');
  const expanded = responsesDialect.expand(asked, seen);
  if (!expanded.ok) throw refusalOf(expanded);
  const write = (answer: ChatAnswer) => {
    const reply = replyOf(answer);
    responsesDialect.keep?.(seen, { asked, expanded: expanded.body, reply: responseBody(reply) });
    return reply;
  };
  return {
    chat: chatOf(expanded.body),
    whole: (answer) => responseBody(write(answer)),
    events: (answer) => responseEvents(write(answer), STREAM_PIECE_CHARACTERS),
  };
}

function chatOf(body: JsonObject): ChatRequest {
  const { model, system, messages, tools, outputMax, stream } = requestIn(body);
  if (messages.length === 0) throw unreadable('Give "input" as a text or a list of items.');
  const calls = messages.flatMap(({ toolCalls }) => toolCalls ?? []);
  const ofTools = [...tools, ...calls].map((one) => estimateTokens(JSON.stringify(one)));
  return {
    model,
    messages: [
      ...system.map((content) => ({ role: 'system', content })),
      ...messages.map((message) => ({ role: message.role, content: contentOf(message) })),
    ],
    // Responses has no seed.
    seed: 0,
    tokensOutMax: outputMax,
    tools: tools.map(({ name, parameters }) => ({ name, parameters: parsedObject(parameters) })),
    tokensOfTools: ofTools.reduce((sum, tokens) => sum + tokens, 0),
    isStreamed: stream,
  };
}

function requestIn(body: JsonObject): ReadRequest {
  try {
    return responsesDialect.readRequest(body);
  } catch (error) {
    if (!AppError.is(error)) throw error;
    throw unreadable(error.userMessage);
  }
}

const contentOf = ({ text, result }: CallMessage) => result?.content ?? text;

/** The id also follows from the text, which depends on settings in headers too. */
function replyOf(answer: ChatAnswer): ReplyToWrite {
  const { requestHash, model, text, call, tokensIn, finishReason } = answer;
  return {
    id: `practice_${hash('sha256', `${requestHash} ${text}`, 'hex').slice(0, 24)}`,
    model,
    createdSeconds: CREATED_SECONDS,
    ...(text === '' && call !== null ? {} : { text }),
    calls: call === null ? [] : [{ id: callIdOf(answer), ...call }],
    usage: { tokensIn, tokensOut: tokensOutOf(answer), tokensCached: 0 },
    isCut: finishReason === 'length',
  };
}

const unreadable = (sentence: string) =>
  new HttpFault(400, 'invalid_request', `The request cannot be read. ${sentence}`);

function refusalOf({ status, body }: { readonly status: number; readonly body: JsonObject }): HttpFault {
  const { code, message } = isObject(body.error) ? body.error : {};
  return new HttpFault(status, String(code), String(message));
}
