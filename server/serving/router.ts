import type { Gateway } from './gateway-handler';
import type { WebHandler } from './node-server';

/** Which address is whose: the protocol of flags, and the gateway. The same handlers stand behind Next's routes. */
interface Handlers {
  readonly ofrep: WebHandler;
  readonly gateway: Gateway;
}

export function makeRouter({ ofrep, gateway }: Handlers): WebHandler {
  const exact: Readonly<Record<string, { readonly method: string; readonly handler: WebHandler }>> = {
    '/gateway/v1/chat/completions': { method: 'POST', handler: gateway.chat },
    '/gateway/v1/models': { method: 'GET', handler: gateway.models },
    '/health': { method: 'GET', handler: async () => Response.json({ status: 'serving' }) },
  };
  return async (request) => {
    const path = pathOf(request.url);
    if (path.startsWith('/ofrep/')) return ofrep(request);
    const found = exact[path];
    if (found === undefined) return told(404, 'Nothing is served at this address.');
    if (request.method !== found.method)
      return told(405, `This address takes ${found.method} only.`, { allow: found.method });
    return found.handler(request);
  };
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '/';
}

function told(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json(
    { error: { message, type: 'invalid_request_error', param: null, code: null } },
    { status, headers },
  );
}
