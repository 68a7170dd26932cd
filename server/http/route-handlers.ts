import { noteRequest } from './answer';
import { HttpFault } from './http-fault';
import type { Served } from './serve';
import { toProblem } from './to-problem';

/**
 * All that a route file exports: the served methods, and a 405 that names them for every other. Each carries what the
 * command line calls in its place.
 */
export type Handler = Served['handle'] & {
  readonly operationId?: string;
  readonly as?: Served['handleAs'];
};
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export function routeHandlers(...served: readonly Served[]): Readonly<Record<Method | 'OPTIONS', Handler>> {
  const allow = [
    ...new Set(
      served.flatMap(({ operation: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    ),
  ]
    .concat('OPTIONS')
    .join(', ');
  const handlerOf = (method: Method): Handler => {
    const found = served.find(({ operation }) => operation.method === method);
    // The name lets a test see that every operation stands where its contract says.
    return found
      ? Object.assign(found.handle, { operationId: found.operation.id, as: found.handleAs })
      : notServed(allow);
  };
  return {
    GET: handlerOf('GET'),
    POST: handlerOf('POST'),
    PUT: handlerOf('PUT'),
    PATCH: handlerOf('PATCH'),
    DELETE: handlerOf('DELETE'),
    OPTIONS: optionsOf(allow),
  };
}

function optionsOf(allow: string): Handler {
  return async () => new Response(null, { status: 204, headers: { allow } });
}

function notServed(allow: string): Handler {
  return async (request) => {
    const noted = noteRequest('none', request);
    const message = `${request.method} is not served at this address. It takes: ${allow}.`;
    return noted.done(
      toProblem(new HttpFault(405, 'METHOD_NOT_ALLOWED', message, { allow }), noted.requestId),
    );
  };
}

/** For every path below /api that no other route file serves. */
export const unknownPath: Handler = async (request) => {
  const noted = noteRequest('none', request);
  const message = `Nothing is served at ${new URL(request.url).pathname}. The addresses are listed in /api/v1/openapi.json.`;
  return noted.done(toProblem(new HttpFault(404, 'NOT_FOUND', message), noted.requestId));
};
