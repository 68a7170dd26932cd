import type { JsonObject } from '@/lib/domain/json';
import type { ReadReply } from '@/lib/domain/model-call';
import { chatAnswer, chatMessage, chatTools, chatUsage, isChatSystem } from './chat-messages';
import { chatAssembler, isUsageChunk } from './chat-stream';
import { splitSystem, withTextBefore, withTexts } from './content';
import type { DialectReader } from './dialect';
import { injectInto, type SystemPlaces } from './injection';
import { openaiRefusal } from './openai-refusal';
import { outputMaxOf, withOutputCap, withPinned } from './pinning';
import { idOf, objectOf, objectsOf, requiredObjects, requiredText, settingsOf, stringOf } from './read-json';
import { ReplyStream } from './reply-stream';

/** OpenAI Chat Completions. Every request holds its whole conversation. */
export const chatDialect: DialectReader = {
  dialect: 'openaiChat',
  readRequest(body) {
    return {
      model: requiredText(body, 'model'),
      stream: body.stream === true,
      ...splitSystem(requiredObjects(body, 'messages').map(chatMessage)),
      tools: chatTools(body),
      outputMax: outputMaxOf(body, ...LIMITS),
      settings: settingsOf(body, ['model', 'stream', 'messages', 'tools', 'functions']),
      refersTo: null,
      itemReferences: [],
    };
  },
  inject: (body, components) => injectInto(body, components, PLACES),
  asSent(body, { model, temperature, topP, seed, outputMax, chatLimitName = 'max_tokens' }) {
    const pinned = withPinned(body, { model, temperature, top_p: topP, seed });
    const capped = withOutputCap(pinned, LIMITS, chatLimitName, outputMax);
    if (body.stream !== true || asksForUsage(body)) return capped;
    return { ...capped, stream_options: { ...objectOf(body.stream_options), include_usage: true } };
  },
  expand: (body) => ({ ok: true, body }),
  keep: null,
  readReply,
  stream: (asked) => new ReplyStream(chatAssembler(), readReply, asksForUsage(asked) ? null : isUsageChunk),
  refusal: openaiRefusal,
};

const LIMITS = ['max_completion_tokens', 'max_tokens'];

const PLACES: SystemPlaces = {
  withSystemTexts: (body, change) => ({
    ...body,
    messages: objectsOf(body.messages).map((message) =>
      isChatSystem(message) ? { ...message, content: withTexts(message.content, change) } : message,
    ),
  }),
  /** One system message holds both texts: templates of many models know only one. */
  withTextFirst(body, text) {
    const [first, ...more] = objectsOf(body.messages);
    const messages =
      first !== undefined && isChatSystem(first)
        ? [{ ...first, content: withTextBefore(text, first.content) }, ...more]
        : [{ role: 'system', content: text }, ...objectsOf(body.messages)];
    return { ...body, messages };
  },
};

const asksForUsage = (body: JsonObject) => objectOf(body.stream_options).include_usage === true;

function readReply(body: JsonObject): ReadReply {
  const choice = objectsOf(body.choices)[0] ?? {};
  return {
    id: idOf(body.id),
    message: chatAnswer(objectOf(choice.message)),
    finish: stringOf(choice.finish_reason),
    usage: chatUsage(body.usage),
    itemIds: [],
  };
}
