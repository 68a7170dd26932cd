import type { JsonObject } from '@/lib/domain/json';
import type { ReadRequest } from '@/lib/domain/model-call';
import type { Expanded } from './dialect';
import { openaiRefusal } from './openai-refusal';
import { idOf, objectOf, without } from './read-json';
import { inputItems } from './responses-items';
import type { SeenConversations } from './seen-conversations';

/** References of the Responses dialect to earlier responses, conversations and items. */
export function conversationId({ conversation }: JsonObject): string | null {
  return idOf(conversation) ?? idOf(objectOf(conversation).id);
}

export function refersTo(body: JsonObject): ReadRequest['refersTo'] {
  const response = idOf(body.previous_response_id);
  if (response !== null) return { kind: 'response', id: response };
  const conversation = conversationId(body);
  return conversation === null ? null : { kind: 'conversation', id: conversation };
}

export function expandResponses(body: JsonObject, seen: SeenConversations | null): Expanded {
  if (body.background === true)
    return refused(
      400,
      'background_not_supported',
      'Responses in the background are not recorded: leave out "background".',
    );
  const reference = refersTo(body);
  const earlier = reference === null ? { items: [] } : seen?.turn(reference.id);
  if (reference !== null && earlier === undefined) return refusedReference(reference);
  const known = earlier?.items ?? [];
  const knownIds = new Set(known.map(({ id }) => idOf(id)).filter((id) => id !== null));
  const items: JsonObject[] = [...known];
  const given = inputItems(body.input);
  for (const item of given) {
    const id = idOf(item.id);
    // Some SDKs refer to items of a conversation that they continue.
    if (id !== null && knownIds.has(id)) continue;
    const whole = item.type === 'item_reference' ? seen?.item(id ?? '') : item;
    if (whole === undefined)
      return refused(404, 'item_not_found', `Item with id '${id}' not found in this rollout.`);
    items.push(whole);
  }
  const isWhole = reference === null && given.every((item, index) => item === items[index]);
  return { ok: true, body: isWhole ? body : { ...without(body, ...REFERENCES), input: items } };
}

const REFERENCES = ['previous_response_id', 'conversation'];

function refusedReference({ kind, id }: NonNullable<ReadRequest['refersTo']>): Expanded {
  return kind === 'response'
    ? refused(
        400,
        'previous_response_not_found',
        `Previous response with id '${id}' not found in this rollout.`,
      )
    : refused(404, 'conversation_not_found', `Conversation with id '${id}' not found in this rollout.`);
}

function refused(status: number, code: string, message: string): Expanded {
  return { ok: false, status, body: openaiRefusal(status, code, message) };
}
