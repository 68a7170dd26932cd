import type { JsonObject } from '@/lib/domain/json';

/** An error as OpenAI's API writes it, the same for chat and Responses. */
export function openaiRefusal(status: number, code: string, message: string): JsonObject {
  return { error: { message, type: typeOf(status), param: null, code } };
}

function typeOf(status: number): string {
  if (status === 429) return 'rate_limit_error';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
