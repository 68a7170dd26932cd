import { ulid } from 'ulid';
import type { Operation } from '@/lib/contracts/operation';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { invariant } from '@/lib/errors/invariant';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import { withoutSecrets } from '@/server/observability/secret-paths';
import { recordRefusal } from '@/server/services/audit/record-refusal';
import { isOurFault, toProblem } from './to-problem';

/**
 * Turns a handler's value or error into a response, with its line in the access log and its count in the
 * metrics.
 */
export interface NotedRequest {
  readonly requestId: string;
  readonly operationId: string;
  done(response: Response): Response;
}

export function noteRequest(operationId: string, request: Request): NotedRequest {
  const requestId = `req_${ulid()}`;
  const startedMs = performance.now();
  return {
    requestId,
    operationId,
    done(response) {
      const ms = performance.now() - startedMs;
      metrics().httpSeconds.observe({ operation: operationId, status: String(response.status) }, ms / 1000);
      const { pathname } = new URL(request.url);
      logOf('api').info({
        requestId,
        operationId,
        method: request.method,
        pathname: withoutSecrets(pathname),
        status: response.status,
        ms,
      });
      response.headers.set('x-request-id', requestId);
      return response;
    },
  };
}

export function answerValue(operation: Operation, value: unknown): Response {
  if (value instanceof Response) return value;
  const status = operation.status ?? 200;
  if (status === 204) return new Response(null, { status });
  if (process.env.NODE_ENV !== 'production') assertAsPromised(operation, value);
  return Response.json(value, { status, headers: { 'cache-control': 'no-store' } });
}

/** If the caller is still unknown, there is no workspace whose audit log could hold the refusal. */
export function answerProblem(error: unknown, noted: NotedRequest, actor: Actor | null): Response {
  const { requestId, operationId } = noted;
  const response = toProblem(error, requestId);
  if (isOurFault(error)) logOf('api').error({ requestId, operationId, err: error }, 'a request broke');
  const given: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const code = typeof given === 'string' && response.status !== 500 ? given : `HTTP_${response.status}`;
  const rule = AppError.is(error) ? error.ruleId : null;
  metrics().refusals.inc({ rule: rule ?? 'none', code });
  if (rule !== null && actor !== null) recordRefusal(actor, { rule, code, operation: operationId });
  return response;
}

/** In development and tests, an answer that breaks its own contract is a bug. */
function assertAsPromised(operation: Operation, value: unknown): void {
  const result = operation.response.safeParse(JSON.parse(JSON.stringify(value ?? null)));
  invariant(result.success, `The answer of ${operation.id} breaks its contract: ${result.error?.message}`);
}
