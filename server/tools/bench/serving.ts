import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { atLeast, atMost, type BenchRow } from './bench-row';
import { keepAsking, openServingLab, quantile, type ServingLab } from './serving-lab';
import { startStub } from './stub-process';

/** Evaluations a second over loopback, and what the gateway adds to a call; both on the flag server. */
const WARM_MS = 2_000;
const MEASURED_MS = 10_000;
const CONNECTIONS = 16;
const CALLS = 1_000;
const WARM_CALLS = 200;

export async function measureServing(): Promise<readonly BenchRow[]> {
  const stub = await startStub();
  const lab = await openServingLab(stub.url);
  try {
    return [...(await evaluations(lab)), await gatewayShare(lab, stub.url)];
  } finally {
    await lab.close();
    await stub.stop();
  }
}

async function evaluations(lab: ServingLab): Promise<readonly BenchRow[]> {
  const server = await lab.startServer();
  const stopping = new AbortController();
  let latencies: number[] = [];
  let failures = 0;
  const asking = keepAsking(
    { servers: [server], key: lab.key, connections: CONNECTIONS },
    ({ status, askedMs, answeredMs }) => {
      latencies.push(answeredMs - askedMs);
      if (status !== 200) failures += 1;
    },
    stopping.signal,
  );
  await wait(WARM_MS);
  latencies = [];
  const startedMs = performance.now();
  await wait(MEASURED_MS);
  const [seconds, seen] = [(performance.now() - startedMs) / 1000, latencies];
  latencies = [];
  stopping.abort();
  await asking;
  await server.stop();
  const where = `one flag server process, ${CONNECTIONS} connections, the client beside it; ${failures} not answered`;
  return [
    {
      name: 'flag evaluations over loopback',
      unit: '/s',
      ...atLeast(seen.length / seconds, 3_000),
      note: where,
    },
    {
      name: 'flag evaluation, p99',
      unit: 'ms',
      ...atMost(quantile(seen, 0.99), 25),
      note: `${seen.length} evaluations, same run`,
    },
  ];
}

/** Each call goes once through the gateway and once straight to the provider, one after the other, in turns. */
async function gatewayShare(lab: ServingLab, providerUrl: string): Promise<BenchRow> {
  const server = await lab.startServer();
  const messages = [{ role: 'user', content: 'What is 6 x 7? '.repeat(50) }];
  const body = JSON.stringify({ model: 'stub', messages });
  const headers = { authorization: `Bearer ${lab.key}`, 'content-type': 'application/json' };
  const [through, straight] = [server.url, providerUrl].map((url) => new Pool(url, { connections: 1 })) as [
    Pool,
    Pool,
  ];
  const timed = async (pool: Pool, path: string) => {
    const startedMs = performance.now();
    const reply = await pool.request({ path, method: 'POST', headers, body });
    const text = await reply.body.text();
    if (reply.statusCode !== 200) throw new Error(`A call was answered with ${reply.statusCode}: ${text}`);
    return performance.now() - startedMs;
  };
  const added: number[] = [];
  for (let call = 0; call < WARM_CALLS + CALLS; call += 1) {
    const direct = await timed(straight, '/v1/chat/completions');
    const carried = await timed(through, '/gateway/v1/chat/completions');
    if (call >= WARM_CALLS) added.push(carried - direct);
  }
  await Promise.all([through.close(), straight.close()]);
  await server.stop();
  const note = `${CALLS} calls through the flag server against ${CALLS} straight to the same stub; median ${quantile(added, 0.5).toFixed(2)} ms`;
  return {
    name: 'gateway’s own share of a call, p95',
    unit: 'ms',
    ...atMost(quantile(added, 0.95), 5),
    note,
  };
}
