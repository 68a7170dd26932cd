import { AppError } from '@/lib/errors/app-error';
import { problemOf } from '@/server/http/to-problem';

/** Our own refusals as clients of the OpenAI protocol read them; what a provider says goes on as it is. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
};

export function openaiFault(error: unknown, requestId: string): Response {
  const { status, code, detail, fields } = problemOf(error, requestId);
  const type = TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'server_error');
  const param = fields[0]?.path ?? null;
  const headers = new Headers({ 'x-waggle-request-id': requestId, 'cache-control': 'no-store' });
  if (status === 429 || status === 503) {
    const waitMs = AppError.is(error) ? (error.retryAfterMs ?? 5000) : 5000;
    headers.set('retry-after', String(Math.max(1, Math.ceil(waitMs / 1000))));
  }
  return Response.json(
    { error: { message: detail, type, param, code: code.toLowerCase() } },
    { status, headers },
  );
}
