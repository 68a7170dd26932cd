import { afterEach, expect, it } from 'vitest';
import { type KeptConnection, type KeptRequest, keptConnection } from '@/server/http/testing/kept-connection';
import { admitCaller } from './admit';
import type { Asking } from './exchange';
import { listen, type NodeServer } from './node-server';
import { makeOfrepHandler } from './ofrep-handler';
import { makeRouter } from './router';
import { type BenchSpec, gatewayOver, KEY, servingOver } from './testing/gateway-bench';
import { makeTraceHandler, type TraceDoors } from './traces/trace-handler';

/** Every refusal of the flag server that comes before the body: the next request uses the same connection. */
const BODY = JSON.stringify({ context: { targetingKey: 'a', long: 'x'.repeat(200_000) } });
const CHAT = '/gateway/v1/chat/completions';
const TRACES = '/otlp/v1/traces';
const FLAG = '/ofrep/v1/evaluate/flags/rehearsal.router';
const keyed = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
const json = { 'content-type': 'application/json' };

let server: NodeServer;
let connection: KeptConnection;
afterEach(async () => {
  connection.close();
  await server.close(0);
});

async function open(spec: Partial<BenchSpec> = {}): Promise<void> {
  const whole = { url: 'http://127.0.0.1:9', ...spec };
  const health = async () => new Response('well');
  const { gateway } = gatewayOver(whole);
  const router = makeRouter({
    ofrep: makeOfrepHandler(servingOver(whole)),
    gateway,
    rollouts: health,
    runners: health,
    traces: tracesOver(whole),
    metrics: health,
    health,
  });
  server = await listen(router, { host: '127.0.0.1', port: 0 });
  connection = keptConnection(`http://127.0.0.1:${server.port}`);
}

/** None of the requests gets as far as what is missing here. */
function tracesOver(spec: BenchSpec) {
  const admit = (asking: Asking) => admitCaller(asking, servingOver(spec), 'sendTraces');
  return makeTraceHandler({ admit } as unknown as TraceDoors);
}

const REFUSALS: readonly (readonly [number, string, KeptRequest, Partial<BenchSpec>?])[] = [
  [401, 'a flag without a key', { path: FLAG, headers: json }],
  [401, 'all flags without a key', { path: '/ofrep/v1/evaluate/flags', headers: json }],
  [401, 'a flag with an unknown key', { path: FLAG, headers: { ...json, 'x-api-key': 'wgl_other' } }],
  [401, 'the gateway without a key', { path: CHAT, headers: json }],
  [403, 'a flag without the scope', { path: FLAG, headers: keyed }, { scopes: ['ingest'] }],
  [403, 'the gateway without the scope', { path: CHAT, headers: keyed }, { scopes: ['evaluate'] }],
  [404, 'an unknown address', { path: '/elsewhere', headers: json }],
  [404, 'an unknown address of the protocol', { path: '/ofrep/v1/elsewhere', headers: json }],
  [401, 'traces without a key', { path: TRACES, headers: json }],
  [403, 'traces without the scope', { path: TRACES, headers: keyed }],
  [404, 'an unknown address of traces', { path: '/otlp/v1/metrics', headers: keyed }],
  [405, 'a method of traces', { method: 'PUT', path: TRACES, headers: keyed }],
  [429, 'traces over the limit', { path: TRACES, headers: keyed }, { perMinute: 0 }],
  [405, 'a method of the protocol', { method: 'PUT', path: FLAG, headers: json }],
  [405, 'a method of the gateway', { method: 'PUT', path: CHAT, headers: json }],
  [400, 'a flag with too large a context', { path: FLAG, headers: keyed }],
  [400, 'a key that is not encoded', { path: '/ofrep/v1/evaluate/flags/%E0', headers: keyed }],
  [415, 'the gateway with another type', { path: CHAT, headers: { ...keyed, 'content-type': 'text/plain' } }],
  [429, 'a flag over the limit', { path: FLAG, headers: keyed }, { perMinute: 0 }],
  [429, 'the gateway over the limit', { path: CHAT, headers: keyed }, { perMinute: 0 }],
];

for (const [status, name, asked, spec] of REFUSALS) {
  it(`${status} to ${name} leaves its connection to the next request`, async () => {
    await open(spec);
    expect(await connection.ask({ ...asked, body: BODY })).toMatchObject({
      status,
      connection: 'keep-alive',
    });
    expect(await connection.ask({ ...asked, body: BODY })).toMatchObject({ status, isReused: true });
    expect(await connection.ask({ method: 'GET', path: '/health' })).toMatchObject({
      ...{ status: 200, text: 'well', isReused: true },
    });
  });
}

it('413 to a body over the limit says that the connection closes', async () => {
  await open();
  const body = JSON.stringify({ long: 'x'.repeat(17_000_000) });
  const answer = await connection.ask({ path: CHAT, headers: keyed, body }).catch(({ code }) => code);
  expect(answer).toMatchObject({ status: 413, connection: 'close' });
  expect(await connection.ask({ method: 'GET', path: '/health' })).toMatchObject({ status: 200 });
});
