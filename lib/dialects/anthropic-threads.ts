import type { JsonObject } from '@/lib/domain/json';
import type { ReadRequest } from '@/lib/domain/model-call';
import { withoutCacheMarkers } from './anthropic-messages';
import type { Expanded } from './dialect';
import { idOf, isObject, objectOf, objectsOf, without } from './read-json';
import type { SeenConversations } from './seen-conversations';

/** Threads of the Anthropic dialect, rebuilt or refused. */
export function continuedThread({ thread }: JsonObject): ReadRequest['refersTo'] {
  const id = idOf(objectOf(thread).previous_message_id);
  return id === null ? null : { kind: 'thread', id };
}

/** The header `anthropic-beta` after `expand`: providers refuse betas that they do not know. Null = no header. */
export function betasAsSent(header: string): string | null {
  const betas = header.split(',').map((beta) => beta.trim());
  return betas.filter((beta) => beta !== '' && !beta.startsWith('message-threads-')).join(',') || null;
}

/** A thread's first turn gives system text and tools; later turns must not repeat them. */
export function expandThread(body: JsonObject, seen: SeenConversations | null): Expanded {
  if (!isObject(body.thread)) return { ok: true, body };
  if (seen === null)
    return refused(
      400,
      'thread_unsupported_request',
      'Message threads are not supported: send the whole conversation.',
    );
  const own = without(body, 'thread');
  const reference = continuedThread(body);
  if (reference === null) return { ok: true, body: own };
  const earlier = seen.turn(reference.id);
  if (earlier === undefined)
    return refused(404, 'thread_not_found', `No thread of this rollout ends with message '${reference.id}'.`);
  const messages = [...earlier.items.map(withoutCacheMarkers), ...objectsOf(body.messages)];
  return { ok: true, body: { ...own, ...earlier.fields, messages } };
}

/** Answers to a thread by which the SDK sends the whole conversation: unthreaded, or in a new thread. */
function refused(status: number, code: string, message: string): Expanded {
  return { ok: false, status, body: anthropicRefusal(status, code, message) };
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export function anthropicRefusal(status: number, code: string, message: string): JsonObject {
  const type = TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { type, message, details: { error_code: code } }, request_id: null };
}
