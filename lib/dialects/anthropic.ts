import type { JsonObject } from '@/lib/domain/json';
import type { ReadReply } from '@/lib/domain/model-call';
import { anthropicAnswer, anthropicMessages, anthropicTools, anthropicUsage } from './anthropic-messages';
import { anthropicAssembler } from './anthropic-stream';
import { anthropicRefusal, continuedThread, expandThread } from './anthropic-threads';
import { splitSystem, withTextBefore, withTexts } from './content';
import type { DialectReader } from './dialect';
import { injectInto, type SystemPlaces } from './injection';
import { outputMaxOf, withOutputCap, withPinned } from './pinning';
import {
  idOf,
  isList,
  isObject,
  objectOf,
  objectsOf,
  requiredObjects,
  requiredText,
  settingsOf,
  stringOf,
  without,
} from './read-json';
import { ReplyStream } from './reply-stream';

/** Anthropic Messages. A request may continue a thread, the default of the SDK's tool runner. */
export const anthropicDialect: DialectReader = {
  dialect: 'anthropicMessages',
  readRequest(body) {
    const { system, messages } = splitSystem(requiredObjects(body, 'messages').flatMap(anthropicMessages));
    return {
      model: requiredText(body, 'model'),
      stream: body.stream === true,
      system: [...systemTexts(body), ...system],
      messages,
      tools: anthropicTools(body),
      outputMax: outputMaxOf(body, 'max_tokens'),
      settings: settingsOf(body, ['model', 'stream', 'messages', 'system', 'tools', 'thread']),
      refersTo: continuedThread(body),
      itemReferences: [],
    };
  },
  inject: (body, components) => injectInto(body, components, PLACES),
  asSent(body, { model, temperature, topP, outputMax }) {
    const pinned = withPinned(body, { model, temperature, top_p: topP });
    return withThinkingBelowCap(withOutputCap(pinned, ['max_tokens'], 'max_tokens', outputMax));
  },
  expand: expandThread,
  keep(seen, { asked, expanded, reply }) {
    const id = idOf(reply.id);
    if (id === null || !isObject(asked.thread)) return;
    const answer = { role: 'assistant', content: reply.content };
    const { system, tools } = expanded;
    seen.keepTurn(id, { items: [...objectsOf(expanded.messages), answer], fields: { system, tools } });
  },
  readReply,
  stream: () => new ReplyStream(anthropicAssembler(), readReply),
  refusal: anthropicRefusal,
};

function systemTexts({ system }: JsonObject): string[] {
  const texts = typeof system === 'string' ? [system] : objectsOf(system).map(({ text }) => stringOf(text));
  return texts.filter((text) => text !== '');
}

const PLACES: SystemPlaces = {
  /** Blocks without text are refused by the provider, so a block that becomes empty is left out. */
  withSystemTexts(body, change) {
    const system = withTexts(body.system, change);
    const kept = isList(system) ? system.filter((block) => !isObject(block) || block.text !== '') : system;
    const messages = objectsOf(body.messages).map((message) =>
      message.role === 'system' ? { ...message, content: withTexts(message.content, change) } : message,
    );
    const changed = { ...body, system: kept, messages };
    return kept === undefined || kept === '' || (isList(kept) && kept.length === 0)
      ? without(changed, 'system')
      : changed;
  },
  withTextFirst: (body, text) => ({ ...body, system: withTextBefore(text, body.system) }),
};

/** The provider refuses a budget for thinking that is not below the limit on output. */
function withThinkingBelowCap(body: JsonObject): JsonObject {
  const { budget_tokens: budget } = objectOf(body.thinking);
  const { max_tokens: limit } = body;
  if (typeof budget !== 'number' || typeof limit !== 'number' || budget < limit) return body;
  return { ...body, thinking: { ...objectOf(body.thinking), budget_tokens: limit - 1 } };
}

function readReply(body: JsonObject): ReadReply {
  return {
    id: idOf(body.id),
    message: anthropicAnswer(objectsOf(body.content)),
    finish: stringOf(body.stop_reason),
    usage: anthropicUsage(body.usage),
    itemIds: [],
  };
}
