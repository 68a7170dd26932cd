import { PROBLEM_TYPE, type Problem } from '@/lib/contracts/problem';
import { AppError } from '@/lib/errors/app-error';
import type { ErrorKind } from '@/lib/errors/codes';
import { HttpFault } from './http-fault';
import { knownFault } from './known-fault';

/** The one place where a kind of error becomes a status. */
const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  refused: 422,
  exhausted: 422,
  limited: 429,
  upstream: 503,
  lost: 503,
  broken: 500,
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request is not right',
  401: 'Sign-in required',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not served here',
  409: 'It does not fit the present state',
  413: 'Too large',
  415: 'This kind of content is not read',
  421: 'Not an address of this installation',
  422: 'Refused by a rule',
  429: 'Too many requests',
  500: 'Something broke on our side',
  503: 'Something that we need does not answer',
};

/** Gives every error of the API one shape. An unknown error reveals only its request id. */
export function toProblem(error: unknown, requestId: string): Response {
  const fault = knownFault(error);
  const headers = fault instanceof HttpFault ? fault.headers : fault === null ? {} : headersOf(fault);
  return answer(problemOf(error, requestId), headers);
}

/** The problem as a value, for a stream whose status is already sent when it fails. */
export function problemOf(error: unknown, requestId: string): Problem {
  const fault = knownFault(error);
  if (fault instanceof HttpFault) return fromHttpFault(fault, requestId);
  if (fault === null || fault.kind === 'broken') return broken(requestId);
  return fromAppError(fault, requestId);
}

/** Whether this error is a bug of ours: these are logged with their stack. */
export function isOurFault(error: unknown): boolean {
  const fault = knownFault(error);
  return fault === null || (AppError.is(fault) && fault.kind === 'broken');
}

function answer(body: Problem, headers: Readonly<Record<string, string>>): Response {
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'content-type': PROBLEM_TYPE, 'cache-control': 'no-store', ...headers },
  });
}

function fromAppError(error: AppError, requestId: string): Problem {
  const status = STATUS_OF_KIND[error.kind];
  return {
    type: problemType(error.code),
    title: TITLES[status] ?? 'Error',
    status,
    code: error.code,
    detail: error.userMessage,
    fields: error.fields.map(({ candidates, ...field }) => ({
      ...field,
      ...(candidates === undefined ? {} : { candidates: [...candidates] }),
    })),
    howToProceed: [...error.howToProceed],
    ruleId: error.ruleId,
    requestId,
  };
}

function fromHttpFault(fault: HttpFault, requestId: string): Problem {
  return {
    type: problemType(fault.code),
    title: TITLES[fault.status] ?? 'Error',
    status: fault.status,
    code: fault.code,
    detail: fault.message,
    fields: [],
    howToProceed: [],
    ruleId: null,
    requestId,
  };
}

function broken(requestId: string): Problem {
  return {
    type: problemType('INTERNAL'),
    title: TITLES[500] ?? 'Error',
    status: 500,
    code: 'INTERNAL',
    detail: `Something broke on our side. Try again; if it stays, give your operator the request id ${requestId}.`,
    fields: [],
    howToProceed: [],
    ruleId: null,
    requestId,
  };
}

function problemType(code: string): string {
  return `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
}

function headersOf(error: AppError): Record<string, string> {
  if (error.kind === 'unauthenticated') {
    const detail = error.code === 'KEY_INVALID' ? ', error="invalid_token"' : '';
    return { 'www-authenticate': `Bearer realm="waggle"${detail}` };
  }
  if (error.retryAfterMs !== undefined)
    return { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))) };
  if (error.kind === 'limited') return { 'retry-after': '60' };
  if (error.kind === 'upstream' || error.kind === 'lost') return { 'retry-after': '5' };
  return {};
}
