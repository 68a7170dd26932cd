import { type Answer, jsonAnswer } from './exchange';
import type { Gateway } from './gateway-handler';
import type { NodeHandler } from './node-server';

/** Addresses of this process: the protocol of flags, the gateway, the proxy of rollouts, leases of runners, traces. */
interface Handlers {
  readonly ofrep: NodeHandler;
  readonly gateway: Gateway;
  readonly rollouts: NodeHandler;
  readonly runners: NodeHandler;
  readonly traces: NodeHandler;
  readonly metrics: NodeHandler;
  readonly health: NodeHandler;
}

export function makeRouter(handlers: Handlers): NodeHandler {
  const { ofrep, gateway, rollouts, runners, traces, metrics, health } = handlers;
  const exact: Readonly<Record<string, { readonly method: string; readonly handler: NodeHandler }>> = {
    '/gateway/v1/chat/completions': { method: 'POST', handler: gateway.chat },
    '/gateway/v1/models': { method: 'GET', handler: gateway.models },
    '/metrics': { method: 'GET', handler: metrics },
    '/health': { method: 'GET', handler: health },
  };
  return async (asking) => {
    const path = pathOf(asking.url);
    if (path.startsWith('/ofrep/')) return ofrep(asking);
    if (path.startsWith('/r/')) return rollouts(asking);
    if (path.startsWith('/runner/')) return runners(asking);
    if (path.startsWith('/otlp/')) return traces(asking);
    const found = exact[path];
    if (found === undefined) return told(404, 'Nothing is served at this address.');
    if (asking.method !== found.method)
      return told(405, `This address takes ${found.method} only.`, { allow: found.method });
    return found.handler(asking);
  };
}

/** Path of the URL, not normalised: no two spellings name the same address. */
function pathOf(url: string): string {
  const from = url.indexOf('/', url.indexOf('://') + 3);
  return from < 0 ? '/' : url.slice(from).replace(/[?#].*$/, '');
}

function told(status: number, message: string, headers: Answer['headers'] = {}): Answer {
  const error = { message, type: 'invalid_request_error', param: null, code: null };
  return jsonAnswer(status, { error }, headers);
}
