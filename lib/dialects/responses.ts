import type { JsonObject } from '@/lib/domain/json';
import type { ReadReply } from '@/lib/domain/model-call';
import { splitSystem, textOf, withTextBefore, withTexts } from './content';
import type { DialectReader } from './dialect';
import { injectInto, type SystemPlaces } from './injection';
import { openaiRefusal } from './openai-refusal';
import { outputMaxOf, withOutputCap, withPinned } from './pinning';
import { idOf, isList, isObject, objectOf, objectsOf, requiredText, settingsOf, stringOf } from './read-json';
import { ReplyStream } from './reply-stream';
import {
  answerOf,
  inputItems,
  isSystemItem,
  itemMessages,
  responsesTools,
  responsesUsage,
} from './responses-items';
import { conversationId, expandResponses, refersTo } from './responses-references';
import { responsesAssembler } from './responses-stream';

/** OpenAI Responses. A request may continue an earlier response or a conversation, and refer to earlier items by id. */
export const responsesDialect: DialectReader = {
  dialect: 'openaiResponses',
  readRequest(body) {
    const instructions = textOf(body.instructions);
    const items = inputItems(body.input);
    const { system, messages } = splitSystem(itemMessages(items));
    return {
      model: requiredText(body, 'model'),
      stream: body.stream === true,
      system: instructions === '' ? system : [instructions, ...system],
      messages,
      tools: responsesTools(body),
      outputMax: outputMaxOf(body, 'max_output_tokens'),
      settings: settingsOf(body, NOT_SETTINGS),
      refersTo: refersTo(body),
      itemReferences: items.filter(({ type }) => type === 'item_reference').map(({ id }) => stringOf(id)),
    };
  },
  inject: (body, components) => injectInto(body, components, PLACES),
  asSent(body, { model, temperature, topP, outputMax }) {
    const pinned = withPinned(body, { model, temperature, top_p: topP });
    return withOutputCap(pinned, ['max_output_tokens'], 'max_output_tokens', outputMax);
  },
  expand: expandResponses,
  keep(seen, { asked, expanded, reply }) {
    const conversation = conversationId(asked);
    if (asked.store === false && conversation === null) return;
    const output = objectsOf(reply.output);
    const turn = { items: [...inputItems(expanded.input), ...output], fields: {} };
    for (const id of [idOf(reply.id), conversation]) if (id !== null) seen.keepTurn(id, turn);
    for (const item of output) seen.keepItem(item);
  },
  readReply,
  stream: () => new ReplyStream(responsesAssembler(), readReply),
  refusal: openaiRefusal,
};

const NOT_SETTINGS = [
  'model',
  'stream',
  'input',
  'instructions',
  'tools',
  'previous_response_id',
  'conversation',
];

const PLACES: SystemPlaces = {
  withSystemTexts(body, change) {
    const instructions =
      typeof body.instructions === 'string' ? { instructions: change(body.instructions) } : {};
    if (!isList(body.input)) return { ...body, ...instructions };
    const input = body.input.map((item) =>
      isObject(item) && isSystemItem(item) ? { ...item, content: withTexts(item.content, change) } : item,
    );
    return { ...body, ...instructions, input };
  },
  /** Instructions precede the input; the AI SDK sends none and begins its input with a system message. */
  withTextFirst(body, text) {
    const [first, ...more] = inputItems(body.input);
    if (stringOf(body.instructions) === '' && first !== undefined && isSystemItem(first))
      return {
        ...body,
        input: [{ ...first, content: withTextBefore(text, first.content, 'input_text') }, ...more],
      };
    return { ...body, instructions: withTextBefore(text, body.instructions) };
  },
};

function readReply(body: JsonObject): ReadReply {
  const output = objectsOf(body.output);
  const reason = stringOf(objectOf(body.incomplete_details).reason);
  return {
    id: idOf(body.id),
    message: answerOf(output),
    finish: reason || stringOf(body.status),
    usage: responsesUsage(body.usage),
    itemIds: output.map(({ id }) => stringOf(id)).filter(Boolean),
  };
}
