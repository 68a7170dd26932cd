import { addRoute, createRouter, findRoute } from 'rou3';
import { API_OPERATIONS } from '@/lib/contracts/api';
import type { Operation } from '@/lib/contracts/operation';
import { noteRequest } from '@/server/http/answer';
import { HttpFault } from '@/server/http/http-fault';
import { toProblem } from '@/server/http/to-problem';
import { servedOf } from './operation-table';

/**
 * Answers every request below `/api`: the address names a path of the contracts, the method one of its operations, and
 * the table the service that performs it. A path without the method is answered with 405 and the methods it takes.
 */
interface Match {
  readonly operations: readonly Operation[];
  readonly params: Readonly<Record<string, string>>;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** `segments` as Next decodes them, after `/api`. */
export async function answerApi(request: Request, segments: readonly string[]): Promise<Response> {
  const match = matchAddress(segments);
  if (match === null) return unknownAddress(request);
  const { operations, params } = match;
  const operation = operations.find(({ method }) => method === methodOf(request));
  if (operation !== undefined) return (await servedOf(operation)).handle(request, params);
  return request.method === 'OPTIONS' ? options(request, operations) : notServed(request, operations);
}

const router = createRouter<readonly Operation[]>();
for (const path of new Set(API_OPERATIONS.map((operation) => operation.path))) {
  const operations = API_OPERATIONS.filter((operation) => operation.path === path);
  addRoute(router, '', path.replace(/\{(\w+)\}/g, ':$1'), operations);
}

/** A fixed segment wins over a place for an id. */
export function matchAddress(segments: readonly string[]): Match | null {
  // Encoded, so that a slash inside an id separates nothing.
  const found = findRoute(router, '', `/api/${segments.map(encodeURIComponent).join('/')}`);
  if (found === undefined) return null;
  const params = Object.entries(found.params ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
  return { operations: found.data, params: Object.fromEntries(params) };
}

const methodOf = ({ method }: Request) => (method === 'HEAD' ? 'GET' : method);

async function options(request: Request, operations: readonly Operation[]): Promise<Response> {
  const served = await Promise.all(operations.map(servedOf));
  const preflight = served.find((row) => row.preflight !== undefined)?.preflight;
  return preflight?.(request) ?? new Response(null, { status: 204, headers: { allow: allowOf(operations) } });
}

function notServed(request: Request, operations: readonly Operation[]): Response {
  const allow = allowOf(operations);
  const message = `${request.method} is not served at this address. It takes: ${allow}.`;
  return refused(request, new HttpFault(405, 'METHOD_NOT_ALLOWED', message, { allow }));
}

function allowOf(operations: readonly Operation[]): string {
  const taken = METHODS.filter((method) => operations.some((operation) => operation.method === method));
  return [...taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  );
}

function unknownAddress(request: Request): Response {
  const message = `Nothing is served at ${new URL(request.url).pathname}. The addresses are listed in /api/v1/openapi.json.`;
  return refused(request, new HttpFault(404, 'NOT_FOUND', message));
}

function refused(request: Request, fault: HttpFault): Response {
  const noted = noteRequest('none', request);
  return noted.done(toProblem(fault, noted.requestId));
}
