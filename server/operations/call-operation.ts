import { API_OPERATIONS } from '@/lib/contracts/api';
import type { Operation } from '@/lib/contracts/operation';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { config } from '@/server/config/config';
import { servedOf } from './operation-table';

/**
 * An operation of the API without the network: its row of the table, called in this process, so that a command meets
 * the same role, contract, service and refusal as a page or a key does. Knows no operation by name.
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
  return (await servedOf(operation)).handleAs(actor, requestOf(operation, call), call.params ?? {});
}
