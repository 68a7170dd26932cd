import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { agentSettings } from '@/lib/domain/agent';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import type { ListedTool } from '@/lib/domain/tool-agent';
import type { CarryEnd } from '@/lib/ports/agent';
import { programIsolation } from '@/server/adapters/program-isolation';
import {
  contractJob,
  itEndsWithItsAttempt,
  makeEvent,
  NEVER,
} from '@/server/adapters/testing/agent-carrier-contract';
import { openLoopbackServer } from '@/server/adapters/testing/loopback-server';
import { type EndpointScript, type ModelEndpoint, startModelEndpoint } from '@/server/testing/model-endpoint';
import type { ToolAgentSettings } from './open-tools';
import { CALLS_AT_ONCE, RESULT_CHARS_MAX } from './run-loop';
import { EVERYTHING_PROGRAM, type EverythingServer, startEverything } from './testing/everything';
import { makeToolAgent } from './tool-agent';

process.env.DATABASE_URL ??= 'postgresql://none@127.0.0.1:9/none';

let everything: EverythingServer;
let listed: ListedTool[];
beforeAll(async () => {
  everything = await startEverything();
  listed = await everything.tools('echo', 'get-sum', 'trigger-long-running-operation', 'get-tiny-image');
});
afterAll(() => everything.kill());

let endpoint: ModelEndpoint | undefined;
afterEach(async () => {
  await endpoint?.close();
  endpoint = undefined;
});

const VIA = {
  http: () => [{ via: 'http' as const, name: 'everything', url: everything.url }],
  stdio: () => [{ via: 'command' as const, name: 'everything' }],
};

function agentOf(settings: object, programs = new Map([['everything', EVERYTHING_PROGRAM]])) {
  const parsed = agentSettings.parse({ kind: 'tools', ...settings }) as ToolAgentSettings;
  const parts = { secret: { 'X-Key': 'hidden' }, allowedAddresses: ['127.0.0.1'], places: new Map() };
  return makeToolAgent({ ...parts, settings: parsed, proxyUrl: 'http://127.0.0.1', programs });
}

const jobAt = (openaiBaseUrl: string, components: Record<string, string> = {}): RolloutJob => ({
  ...contractJob,
  candidate: { hash: 'hash', components: { system: 'Count carefully.', ...components } },
  model: { name: 'task', openaiBaseUrl, anthropicBaseUrl: openaiBaseUrl, apiKey: 'wgr_test' },
});

/** One rollout with the endpoint in the place of the proxy. */
async function carry(
  settings: object,
  script: EndpointScript | Parameters<typeof startModelEndpoint>[0],
  components: Record<string, string> = {},
): Promise<CarryEnd> {
  endpoint = await startModelEndpoint(script);
  const agent = agentOf(settings);
  try {
    const context = { signal: new AbortController().signal, posted: NEVER };
    return await agent.carry(jobAt(endpoint.openaiUrl, components), context);
  } finally {
    await agent.close();
  }
}

function observations(): string[] {
  const messages = (endpoint?.calls.at(-1)?.body.messages ?? []) as { role: string; content: string }[];
  return messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
}
const textOf = (end: CarryEnd) =>
  end.kind === 'outcome' && end.outcome.status === 'completed' ? end.outcome.output.text : end;

describe('the built-in loop as agent', () => {
  itEndsWithItsAttempt(async (answer) => {
    const began = makeEvent();
    const told = makeEvent();
    const model = await openLoopbackServer((_asked, response) => {
      if (answer !== null) return response.end('{}');
      response.on('close', told.happen);
      began.happen();
    });
    const agent = agentOf({});
    return {
      ...{ carrier: agent, job: jobAt(new URL(model.url).origin), jobs: [] },
      ...{ began: began.happened, told: told.happened },
      async close() {
        await agent.close();
        await model.close();
      },
    };
  });

  it.each(['http', 'stdio'] as const)('calls tools of an unmodified server over %s', async (via) => {
    const end = await carry({ servers: VIA[via](), serverTools: listed }, [
      {
        text: 'Let me see.',
        calls: [
          { name: 'get-sum', input: { a: 2, b: 4 } },
          { name: 'echo', input: { message: 'six legs' } },
        ],
      },
      { text: 'Six.' },
    ]);
    expect(textOf(end)).toBe('Six.');
    expect(observations()).toEqual(['The sum of 2 and 4 is 6.', 'Echo: six legs']);
    const [first] = endpoint?.calls ?? [];
    expect(first?.body.messages).toEqual([
      { role: 'system', content: 'Count carefully.' },
      { role: 'user', content: 'How many legs has a bee?' },
    ]);
    const offered = first?.body.tools as { function: { name: string; description: string } }[];
    expect(offered.map((tool) => tool.function.name)).toEqual(listed.map(({ name }) => name));
  });

  it('offers a learned description in the place of the one that its version pins', async () => {
    const settings = { servers: VIA.http(), serverTools: listed };
    await carry(settings, [{ text: 'Six.' }], { 'tool.echo': 'Says it again.', 'tool.get-sum': '' });
    const offered = endpoint?.calls[0]?.body.tools as { function: { name: string; description: string } }[];
    const described = new Map(offered.map((tool) => [tool.function.name, tool.function.description]));
    expect(described.get('echo')).toBe('Says it again.');
    expect(described.get('get-sum')).toBe(listed.find(({ name }) => name === 'get-sum')?.description);
  });

  it('tells the model of a tool that fails, is unknown, is late or gets no object, and goes on', async () => {
    const settings = { servers: VIA.http(), serverTools: listed, toolSeconds: 1 };
    const slow = { duration: 60, steps: 60 };
    const end = await carry(settings, [
      {
        calls: [
          { name: 'get-sum', input: { a: 'two' } },
          { name: 'nowhere', input: {} },
          { name: 'trigger-long-running-operation', input: slow },
          { name: 'get-tiny-image', input: {} },
        ],
      },
      { text: 'Six all the same.' },
    ]);
    expect(textOf(end)).toBe('Six all the same.');
    const [failed, unknown, late, image] = observations();
    expect(failed).toMatch(/^Error: /);
    expect(unknown).toMatch(/^Error: .*nowhere/);
    expect(late).toMatch(/^Error: .*1 s/);
    expect(image).toContain('[image image/png]');
    expect(image?.length).toBeLessThan(200);
  });

  it('cuts a long result in its middle', async () => {
    const message = 'x'.repeat(3 * RESULT_CHARS_MAX);
    const settings = { servers: VIA.stdio(), serverTools: listed };
    await carry(settings, [{ calls: [{ name: 'echo', input: { message } }] }, { text: 'Six.' }]);
    const [result = ''] = observations();
    expect(result.length).toBeLessThan(RESULT_CHARS_MAX + 100);
    expect(result).toContain('[cut: ');
  });

  it('gives the last text once the rollout may make no further call', async () => {
    const refused = { fault: 400, body: { error: { code: 'budget', message: 'no more' } } };
    const settings = { servers: VIA.http(), serverTools: listed };
    const end = await carry(settings, [
      { text: 'Four so far.', calls: [{ name: 'echo', input: { message: 'on' } }] },
      refused,
    ]);
    expect(textOf(end)).toBe('Four so far.');
  });

  it.each([
    [400, { kind: 'agent', code: 'modelRefused' }],
    [502, { kind: 'infrastructure', code: 'provider' }],
    [429, { kind: 'infrastructure', code: 'provider' }],
  ])('of which the model answers %i has failed: %j', async (fault, error) => {
    const end = await carry({}, [{ fault }]);
    expect(end).toMatchObject({ kind: 'outcome', outcome: { status: 'failed', error } });
  });

  it('leaves no process of its tool server behind', async () => {
    const mark = `mark-${process.pid}-${Date.now()}`;
    const program = { ...EVERYTHING_PROGRAM, argv: [...EVERYTHING_PROGRAM.argv, mark] };
    const running: string[][] = [];
    endpoint = await startModelEndpoint(() => {
      running.push(processesOf(mark));
      return { text: 'Six.' };
    });
    const settings = { servers: VIA.stdio(), serverTools: listed };
    const agent = agentOf(settings, new Map([['everything', program]]));
    const context = { signal: new AbortController().signal, posted: NEVER };
    await agent.carry(jobAt(endpoint.openaiUrl), context);
    await agent.close();
    expect(running[0]?.length).toBeGreaterThan(0);
    expect(processesOf(mark)).toEqual([]);
  });
});

const hasBubblewrap = programIsolation() === 'bubblewrap';
const only = hasBubblewrap ? '' : ' (not run: bubblewrap does not work here)';

describe.runIf(hasBubblewrap)(`a tool server over stdio in bubblewrap${only}`, () => {
  it('writes to its own folder and to /tmp only, and sees neither settings nor other processes', async () => {
    const folder = mkdtempSync(path.join(process.cwd(), '.env.test-'));
    writeFileSync(`${folder}/secret`, 'hidden');
    const script = path.resolve('server/worker/tool-loop/testing/looking-server.mjs');
    const argv = [process.execPath, script, process.cwd(), `${folder}/secret`, String(process.pid)];
    const tool = { server: 'looking', name: 'look', parameters: { type: 'object', properties: {} } };
    endpoint = await startModelEndpoint([{ calls: [{ name: 'look', input: {} }] }, { text: 'Seen.' }]);
    const settings = { servers: [{ via: 'command', name: 'looking' }], serverTools: [tool] };
    const agent = agentOf(settings, new Map([['looking', { ...EVERYTHING_PROGRAM, argv }]]));
    const context = { signal: new AbortController().signal, posted: NEVER };
    const end = await agent.carry(jobAt(endpoint.openaiUrl), context);
    await agent.close();
    rmSync(folder, { recursive: true });
    expect(textOf(end)).toBe('Seen.');
    const seen = { home: true, tmp: true, root: false, secret: false, worker: false };
    expect(JSON.parse(observations()[0] ?? '')).toEqual(seen);
  });
});

describe('tool servers that are away', () => {
  it('fail the rollout for reasons outside of the agent, before and amid it', async () => {
    const server = await startEverything();
    const settings = { servers: [{ via: 'http', name: 'everything', url: server.url }], serverTools: listed };
    const amid = await carry(settings, async () => {
      await server.kill();
      return { calls: [{ name: 'echo', input: { message: 'on' } }] };
    });
    const away = { kind: 'failed', failure: 'infrastructure', fault: 'toolsAway' };
    expect(amid).toMatchObject(away);
    await endpoint?.close();
    expect(await carry(settings, [{ text: 'Six.' }])).toMatchObject(away);
    expect(endpoint?.calls).toEqual([]);
  });

  it('fail it also as a program that ends or is not there', async () => {
    const settings = { servers: VIA.stdio(), serverTools: listed };
    endpoint = await startModelEndpoint([{ text: 'Six.' }]);
    for (const argv of [['/nowhere/at-all'], [process.execPath, '-e', 'process.exit(3)']]) {
      const agent = agentOf(settings, new Map([['everything', { ...EVERYTHING_PROGRAM, argv }]]));
      const context = { signal: new AbortController().signal, posted: NEVER };
      const end = await agent.carry(jobAt(endpoint.openaiUrl), context);
      expect(end).toMatchObject({ failure: 'infrastructure', fault: 'toolsAway' });
      await agent.close();
    }
  });

  it('fail it where a tool takes other parameters than the version pins', async () => {
    const [first, ...rest] = listed;
    const changed = { ...first, parameters: { type: 'object', properties: { other: { type: 'string' } } } };
    const end = await carry({ servers: VIA.http(), serverTools: [changed, ...rest] }, [{ text: 'Six.' }]);
    expect(end).toMatchObject({ failure: 'infrastructure', fault: 'toolsChanged' });
  });

  it('may not live at an address that the operator has not allowed', async () => {
    const settings = { servers: [{ via: 'http', name: 'inside', url: 'http://10.0.0.7/mcp' }] };
    await expect(carry(settings, [{ text: 'Six.' }])).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });
});

describe('tools that are HTTP requests', () => {
  const properties = { city: { type: 'string' }, unit: { type: 'string' } };
  const parameters = { type: 'object', properties, required: ['city'] };
  const toolAt = (url: string, more: object = {}) => ({ name: 'weather', parameters, url, ...more });

  it('put parameters into path, query or body, and the secret into its header', async () => {
    const there = await openLoopbackServer(({ body }, response) =>
      response.end(JSON.stringify({ body, sky: 'clear' })),
    );
    const origin = new URL(there.url).origin;
    const input = { city: 'São/Paulo', unit: 'C' };
    const end = await carry(
      {
        header: 'X-Key',
        httpTools: [
          toolAt(`${origin}/cities/{city}`, { withSecret: true }),
          { ...toolAt(`${origin}/report`), name: 'report', method: 'POST' },
        ],
      },
      [
        {
          calls: [
            { name: 'weather', input },
            { name: 'report', input },
          ],
        },
        { text: 'Clear.' },
      ],
    );
    expect(textOf(end)).toBe('Clear.');
    const [get, post] = ['GET', 'POST'].map((method) => there.asked.find((asked) => asked.method === method));
    expect(get?.headers['x-key']).toBe('hidden');
    expect(post?.headers['x-key']).toBeUndefined();
    expect(post?.body).toEqual(input);
    expect(observations()[0]).toContain('clear');
    await there.close();
  });

  it('run beside each other where one turn asks for several, within a bound', async () => {
    let open = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    const there = await openLoopbackServer((_asked, response) => {
      open += 1;
      most = Math.max(most, open);
      waiting.push(() => {
        open -= 1;
        response.end('clear');
      });
      // Answers only once a whole bound of calls waits: calls one after the other would wait for ever.
      if (waiting.length === CALLS_AT_ONCE) for (const end of waiting.splice(0)) end();
    });
    const calls = Array.from({ length: 2 * CALLS_AT_ONCE }, (_, at) => ({
      name: 'weather',
      input: { city: `c${at}` },
    }));
    const end = await carry({ httpTools: [toolAt(there.url)] }, [{ calls }, { text: 'Clear.' }]);
    expect(textOf(end)).toBe('Clear.');
    expect(most).toBe(CALLS_AT_ONCE);
    await there.close();
  });

  it.each([
    [404, null],
    [500, null],
    [503, 'toolsAway'],
  ])('answer %i: fault %s', async (status, fault) => {
    const there = await openLoopbackServer((_asked, response) =>
      response.writeHead(status).end('no such city'),
    );
    const end = await carry({ httpTools: [toolAt(there.url)] }, [
      { calls: [{ name: 'weather', input: { city: 'Bern' } }] },
      { text: 'Unknown.' },
    ]);
    if (fault !== null) expect(end).toMatchObject({ failure: 'infrastructure', fault });
    else expect(observations()).toEqual([`Error: status ${status}\nno such city`]);
    await there.close();
  });
});

function processesOf(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}
