import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { atMost, type BenchRow } from '../bench-row';
import { MemoryOverRest } from '../memory-over-rest';
import { quantile } from '../serving-lab';
import { openProxyLab, type ProxyLab, type RunningRollout } from './proxy-lab';

/**
 * What the recording proxy adds to an agent's model calls: time to the first byte at 50 calls a second, processor time of
 * recording, delay of each chunk in 100 streams, and memory with 1,000 rollouts under way. Direct and proxied calls
 * take turns within one run.
 */
const CALLS_A_SECOND = 50;
const SECONDS = 30;
const ROLLOUTS = 50;
const STREAMS = 100;
const IN_FLIGHT = 1_000;

const dispatcher = new Agent({
  connections: null,
  pipelining: 1,
  headersTimeout: 60_000,
  bodyTimeout: 60_000,
});

/** A conversation as an agent of some steps sends it: 20 kB. */
const bodyOf = (ordinal: number, stream: boolean, user = 'bench') =>
  JSON.stringify({
    model: 'stub',
    ...{ stream, user },
    messages: Array.from({ length: 20 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Turn ${index} of call ${ordinal}. ${'The order was shipped on Monday. '.repeat(30)}`,
    })),
  });

interface Called {
  readonly url: string;
  readonly key: string;
}

export async function measureAgents(): Promise<readonly BenchRow[]> {
  const lab = await openProxyLab();
  try {
    const rollouts = await lab.startRollouts(ROLLOUTS);
    const calls = await measureCalls(lab, rollouts);
    const streams = await measureStreams(lab, rollouts);
    return [...calls, ...streams, ...(await measureMemory(lab))];
  } finally {
    await lab.close();
    await dispatcher.close();
  }
}

async function measureCalls(
  lab: ProxyLab,
  rollouts: readonly RunningRollout[],
): Promise<readonly BenchRow[]> {
  const direct = { url: `${lab.endpoint.url}/v1/chat/completions`, key: 'none' };
  const gateway = { url: `${lab.server.url}/gateway/v1/chat/completions`, key: lab.lab.key };
  const proxied = (ordinal: number) => {
    const { chatUrl, key } = rollouts[ordinal % rollouts.length] ?? { chatUrl: '', key: '' };
    return { url: chatUrl, key };
  };
  // Connections, modules and the first rows of each rollout.
  await paced(2, (ordinal) => [direct, gateway, proxied(ordinal)][ordinal % 3] ?? direct);
  const both = await paced(2 * SECONDS, (ordinal) => (ordinal % 2 === 0 ? direct : proxied(ordinal >> 1)));
  const [plain, through] = [0, 1].map((rest) => both.filter((_, index) => index % 2 === rest));
  const added = quantile(through ?? [], 0.95) - quantile(plain ?? [], 0.95);
  const cpuProxied = await cpuOf(lab, proxied);
  const cpuGateway = await cpuOf(lab, () => gateway);
  return [
    {
      name: `proxy at ${CALLS_A_SECOND} calls a second: p95 to the first byte above direct`,
      ...{ unit: 'ms', ...atMost(added, 5) },
      note: `direct ${quantile(plain ?? [], 0.95).toFixed(1)} ms, bodies of ${Math.round(bodyOf(0, false).length / 1000)} kB`,
    },
    {
      name: 'processor time of recording, a call',
      ...{ unit: 'ms', ...atMost(cpuProxied - cpuGateway, 1) },
      note: `${cpuProxied.toFixed(2)} ms through the proxy, ${cpuGateway.toFixed(2)} ms through the gateway, which records nothing`,
    },
  ];
}

/** Milliseconds to the head of each reply, in the order of the calls; calls begin at an even pace. */
async function paced(seconds: number, target: (ordinal: number) => Called): Promise<readonly number[]> {
  const beganMs = performance.now();
  const pending: Promise<number>[] = [];
  for (let ordinal = 0; ordinal < seconds * CALLS_A_SECOND; ordinal += 1) {
    await wait(Math.max(0, beganMs + (ordinal * 1000) / CALLS_A_SECOND - performance.now()));
    pending.push(timed(target(ordinal), bodyOf(ordinal, false)));
  }
  return Promise.all(pending);
}

async function timed({ url, key }: Called, body: string): Promise<number> {
  const sinceMs = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const reply = await request(url, { method: 'POST', headers, body, dispatcher });
  const tookMs = performance.now() - sinceMs;
  const text = await reply.body.text();
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${text.slice(0, 200)}`);
  return tookMs;
}

/** Processor time of the flag server for each call of one kind, less what it takes at rest. */
async function cpuOf({ server }: ProxyLab, target: (ordinal: number) => Called): Promise<number> {
  const restBefore = cpuMs(server.pid);
  await wait(5_000);
  const restMs = (cpuMs(server.pid) - restBefore) / 5;
  const before = cpuMs(server.pid);
  const took = await paced(SECONDS, target);
  return (cpuMs(server.pid) - before - restMs * SECONDS) / took.length;
}

/** User and system time; Linux counts it in hundredths of a second. */
function cpuMs(pid: number | null): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function measureStreams(
  lab: ProxyLab,
  rollouts: readonly RunningRollout[],
): Promise<readonly BenchRow[]> {
  const direct = { url: `${lab.endpoint.url}/v1/chat/completions`, key: 'none' };
  const half = STREAMS / 2;
  const read = (target: Called, ordinal: number) => chunkDelays(target, bodyOf(ordinal, true));
  const all = await Promise.all(
    Array.from({ length: STREAMS }, (_, ordinal) => {
      const { chatUrl: url, key } = rollouts[ordinal % rollouts.length] ?? { chatUrl: '', key: '' };
      return read({ url, key }, ordinal);
    }),
  );
  const plain = (
    await Promise.all(Array.from({ length: half }, (_, ordinal) => read(direct, ordinal)))
  ).flat();
  const through = all.flat();
  return [
    {
      name: `proxy with ${STREAMS} streams of 20 chunks a second: p95 of the delay of a chunk above direct`,
      ...{ unit: 'ms', ...atMost(quantile(through, 0.95) - quantile(plain, 0.95), 10) },
      note: `${through.length} chunks; direct ${quantile(plain, 0.95).toFixed(1)} ms with ${half} streams`,
    },
  ];
}

/** Milliseconds between the sending of each chunk and its arrival here. */
async function chunkDelays({ url, key }: Called, body: string): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const reply = await request(url, { method: 'POST', headers, body, dispatcher });
  const delays: number[] = [];
  for await (const part of reply.body) {
    const nowMs = performance.timeOrigin + performance.now();
    for (const [, sentMs] of String(part).matchAll(/"content":" (\d+\.\d+)"/g))
      delays.push(nowMs - Number(sentMs));
  }
  return delays;
}

/** Each rollout has made one call and waits for its second: for a reply in one piece, or amid a stream. */
async function measureMemory(lab: ProxyLab): Promise<readonly BenchRow[]> {
  const held = await memoryWhile(lab, 'each waiting for a reply', (target, ordinal) =>
    timed(target, bodyOf(ordinal, false, 'held')),
  );
  const streams = await memoryWhile(lab, 'each amid a stream of 20 chunks a second', (target, ordinal) =>
    chunkDelays(target, bodyOf(ordinal, true)),
  );
  return [...held, ...streams];
}

async function memoryWhile(
  lab: ProxyLab,
  doing: string,
  call: (target: Called, ordinal: number) => Promise<unknown>,
): Promise<readonly BenchRow[]> {
  const fresh = await lab.lab.startServer();
  const rollouts = await lab.startRollouts(IN_FLIGHT);
  const memory = await MemoryOverRest.watch([{ name: 'flag server', pid: fresh.pid }]);
  const own = rollouts.map(({ chatUrl, key }) => ({ url: chatUrl.replace(lab.server.url, fresh.url), key }));
  for (let from = 0; from < own.length; from += 50)
    await Promise.all(
      own.slice(from, from + 50).map((target, at) => timed(target, bodyOf(from + at, false))),
    );
  await Promise.all(own.map(call));
  const rows = memory.rows(`with ${IN_FLIGHT} rollouts under way, ${doing}`, 250);
  await fresh.stop();
  return rows;
}
