import { setTimeout as wait } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { atMost, type BenchRow, median } from '../bench-row';
import { MemoryOverRest } from '../memory-over-rest';
import { cpuMs } from '../process-time';
import { quantile } from '../serving-lab';
import { openProxyLab, type ProxyLab, type RunningRollout } from './proxy-lab';

/**
 * What the recording proxy adds to an agent's model calls: time to the first byte at 50 calls a second, processor time of
 * recording, delay of each chunk in 100 streams, and memory with 1,000 rollouts under way. What is compared takes turns
 * within one run: each other call goes direct, and rounds through the gateway follow rounds through the proxy.
 */
const CALLS_A_SECOND = 50;
const SECONDS = 60;
const ROUNDS = 7;
const ROUND_SECONDS = 6;
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
  const relay = { url: lab.relay.url, key: 'none' };
  const proxied = (ordinal: number) => {
    const { chatUrl, key } = rollouts[ordinal % rollouts.length] ?? { chatUrl: '', key: '' };
    return { url: chatUrl, key };
  };
  // Connections, modules and the first rows of each rollout.
  await paced(2, (ordinal) => [direct, gateway, relay, proxied(ordinal)][ordinal % 4] ?? direct);
  const queries: number[] = [];
  const directOr = (target: (ordinal: number) => Called) => (ordinal: number) => {
    // Now and then a query alone: what a round trip to the database takes meanwhile.
    if (ordinal % 20 === 5) void lab.queryMs().then((ms) => queries.push(ms));
    return ordinal % 2 === 0 ? direct : target(ordinal >> 1);
  };
  // Twice as many, so that what is measured alone gets its calls a second.
  const inTurns = async (seconds: number, target: (ordinal: number) => Called) => {
    const both = await paced(seconds, directOr(target), 2 * CALLS_A_SECOND);
    return [0, 1].map((rest) => both.filter((_, index) => index % 2 === rest));
  };
  const [plain, through] = await inTurns(SECONDS, proxied);
  const [plainThen, unrecorded] = await inTurns(SECONDS / 2, () => gateway);
  const [plainLast, relayed] = await inTurns(SECONDS / 2, () => relay);
  const p95 = (values: readonly number[] | undefined) => quantile(values ?? [], 0.95);
  const half = (values: readonly number[] | undefined) => quantile(values ?? [], 0.5).toFixed(1);
  const cpu = await cpuInTurns(lab, { proxied, gateway: () => gateway });
  return [
    {
      name: `proxy at ${CALLS_A_SECOND} calls a second: p95 to the first byte above direct`,
      ...{ unit: 'ms', ...atMost(p95(through) - p95(plain), 5) },
      note: `direct ${p95(plain).toFixed(1)} ms; medians ${half(through)} and ${half(plain)} ms; bodies of ${Math.round(bodyOf(0, false).length / 1000)} kB`,
    },
    {
      name: 'the same through the gateway, which asks the database nothing',
      ...{ unit: 'ms', value: p95(unrecorded) - p95(plainThen), target: '-', met: null },
      note: `direct ${p95(plainThen).toFixed(1)} ms; medians ${half(unrecorded)} and ${half(plainThen)} ms`,
    },
    {
      name: 'the same through a bare relay, which writes a row and sends',
      ...{ unit: 'ms', value: p95(relayed) - p95(plainLast), target: '-', met: null },
      note: `direct ${p95(plainLast).toFixed(1)} ms; medians ${half(relayed)} and ${half(plainLast)} ms`,
    },
    {
      name: 'a query of nothing alone meanwhile, p95',
      ...{ unit: 'ms', value: p95(queries), target: '-', met: null },
      note: `median ${half(queries)} ms; a call waits for one before it is sent`,
    },
    {
      name: 'processor time of recording, a call',
      ...{ unit: 'ms', ...atMost(cpu.proxied - cpu.gateway, 1) },
      note: `medians of ${ROUNDS} rounds in turns: ${cpu.proxied.toFixed(2)} ms through the proxy, ${cpu.gateway.toFixed(2)} ms through the gateway, which records nothing`,
    },
  ];
}

/** Milliseconds to the head of each reply, in the order of the calls; calls begin at an even pace. */
async function paced(
  seconds: number,
  target: (ordinal: number) => Called,
  aSecond = CALLS_A_SECOND,
): Promise<readonly number[]> {
  const beganMs = performance.now();
  const pending: Promise<number>[] = [];
  for (let ordinal = 0; ordinal < seconds * aSecond; ordinal += 1) {
    await wait(Math.max(0, beganMs + (ordinal * 1000) / aSecond - performance.now()));
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

/**
 * Processor time of the flag server a call of each kind, in rounds that take turns, less what the process takes at rest: other work
 * on the machine slows both alike, and the median leaves out the round that a collection of garbage fell into.
 */
async function cpuInTurns<Kind extends string>(
  { server }: ProxyLab,
  kinds: Readonly<Record<Kind, (ordinal: number) => Called>>,
): Promise<Readonly<Record<Kind, number>>> {
  const restBefore = cpuMs(server.pid);
  await wait(5_000);
  const restMs = ((cpuMs(server.pid) - restBefore) / 5) * ROUND_SECONDS;
  const names = Object.keys(kinds) as Kind[];
  const rounds = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of names) {
      const before = cpuMs(server.pid);
      const { length } = await paced(ROUND_SECONDS, kinds[name]);
      rounds.get(name)?.push((cpuMs(server.pid) - before - restMs) / length);
    }
  const medians = names.map((name) => [name, median(rounds.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<Kind, number>;
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
