import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { API_OPERATIONS } from '@/lib/contracts/api';
import type { Operation } from '@/lib/contracts/operation';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { config } from '@/server/config/config';
import type { Handler } from './route-handlers';

/**
 * An operation of the API without the network: the handler of its route, called in this process. Operations are bound
 * to services in the route files and nowhere else, so whoever comes this way meets the same role, contract, service
 * and refusal as a page or a key does. Knows no operation by name.
 */
export interface OperationCall {
  readonly params?: Readonly<Record<string, string>>;
  /** As after the "?" of an address. */
  readonly query?: URLSearchParams;
  /** Text goes as JSON, a form as a form. */
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly headers?: Headers;
}

/** @throws AppError NOT_FOUND, naming the operations that are spelled alike. */
export function operationNamed(id: string): Operation {
  const found = API_OPERATIONS.find((operation) => operation.id === id);
  if (found) return found;
  const alike = API_OPERATIONS.map((operation) => operation.id).filter((known) =>
    known.toLowerCase().includes(id.toLowerCase()),
  );
  const hint = alike.length > 0 ? ` Did you mean ${alike.join(', ')}?` : '';
  throw new AppError('NOT_FOUND', `There is no operation ${id}.${hint}`, {
    howToProceed: ['The operations are listed at /docs/api and by "call --list".'],
  });
}

/** The handler that Next serves for the operation. */
export async function handlerOf(operation: Operation): Promise<Handler> {
  const file = path.resolve(`app${operation.path.replace(/\{(\w+)\}/g, '[$1]')}/route.ts`);
  const route = existsSync(file)
    ? ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, Handler | undefined>)
    : {};
  const handler = route[operation.method];
  if (handler) return handler;
  throw new AppError('NOT_FOUND', `Nothing serves ${operation.id} here: its route is not in this folder.`);
}

export function requestOf(operation: Operation, { params = {}, query, body, headers }: OperationCall) {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? '').replace(/\p{Surrogate}/gu, '?')),
  );
  const search = query && query.size > 0 ? `?${query}` : '';
  const sent = new Headers(headers);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm && !sent.has('content-type'))
    sent.set('content-type', 'application/json');
  return new Request(`${new URL(config().baseUrl).origin}${filled}${search}`, {
    method: operation.method,
    headers: sent,
    ...(body === undefined ? {} : { body }),
  });
}

/** The answer of the API to this actor, a problem included. */
export async function callAs(actor: Actor, operation: Operation, call: OperationCall): Promise<Response> {
  const handler = await handlerOf(operation);
  if (!handler.as) throw new AppError('NOT_FOUND', `${operation.id} is not served by its route.`);
  return handler.as(actor, requestOf(operation, call), { params: Promise.resolve({ ...call.params }) });
}
