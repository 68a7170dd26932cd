import { AppError } from '@/lib/errors/app-error';
import { logOf } from '@/server/observability/log';
import { type Answer, jsonAnswer } from './exchange';

/**
 * What went wrong, as the evaluation protocol says it: 400 with a code, 401, 403 and 429 with a sentence, 503 where the
 * database has never answered this process, and 500 for a fault of ours. Clients then use the default of their code.
 */
export function faultAnswer(error: unknown): Answer {
  if (!AppError.is(error)) return ours(error, 'Something broke on our side. Try again.', {});
  const { kind, userMessage: errorDetails, retryAfterMs } = error;
  const retry: Record<string, string> = {};
  if (retryAfterMs !== undefined) retry['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  switch (kind) {
    case 'invalid':
      return answer(400, { errorCode: 'PARSE_ERROR', errorDetails });
    case 'unauthenticated':
      return answer(401, { errorDetails }, { 'www-authenticate': 'Bearer realm="waggle"' });
    case 'forbidden':
      return answer(403, { errorDetails });
    case 'limited':
      return answer(429, { errorDetails }, retry);
    case 'upstream':
      return answer(503, { errorDetails }, { 'retry-after': '5', ...retry });
    default:
      return ours(error, 'Something broke on our side. Try again.', retry);
  }
}

function ours(error: unknown, errorDetails: string, headers: Readonly<Record<string, string>>): Answer {
  logOf('serving').error({ err: error }, 'an evaluation broke');
  return answer(500, { errorDetails }, headers);
}

function answer(status: number, body: object, headers: Answer['headers'] = {}): Answer {
  return jsonAnswer(status, body, { 'cache-control': 'no-store', ...headers });
}
