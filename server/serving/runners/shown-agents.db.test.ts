import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { AgentCarrier } from '@/lib/ports/agent';
import {
  EXAMPLE_AGENTS,
  EXAMPLE_WAYS,
  type ExampleAgent,
  type ExampleWay,
  filesOf,
} from '@/lib/view/agent-examples';
import { quickStartOf, RUNNER_LANGUAGES, type RunnerLanguage } from '@/lib/view/runner-quick-start';
import { makeHttpAgent } from '@/server/adapters/agents/http-agent';
import { makeProgramAgent } from '@/server/adapters/agents/program-agent';
import { isPythonThere } from '@/server/adapters/testing/program-agent-under-test';
import { freePort } from '@/server/config/ports';
import { carryRollout } from '@/server/worker/agents/carry-rollout';
import { openRunnerBench, type RunnerAgentAtBench, type RunnerBench } from './testing/runner-bench';

/** The page "Code samples", run as it is shown: each library by each way, one rollout through the proxy. */
let bench: RunnerBench;
let child: ChildProcess | undefined;
const folders: string[] = [];
beforeAll(async () => {
  bench = await openRunnerBench(() => ({ text: 'six legs' }));
});
/** A runner leaves before it ends: a poll of a killed one may still be given the next rollout. */
afterEach(async () => {
  const ended = child;
  child = undefined;
  if (ended === undefined || ended.exitCode !== null || ended.signalCode !== null) return;
  ended.kill('SIGTERM');
  await once(ended, 'exit');
});
afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  await bench.close();
});

/** Copies both files next to each other; the start file's path. */
function copied(agent: ExampleAgent, way: ExampleWay): string {
  const files = filesOf(agent, way);
  return path.join(folderWith(agent === 'python', files), files[1].name);
}

/** Files in a folder where the packages, and the client, are found. */
function folderWith(isPython: boolean, files: readonly { name: string; text: string }[]): string {
  const home = path.resolve('clients', isPython ? 'python' : 'typescript');
  const folder = mkdtempSync(path.join(home, 'examples', '.tried-'));
  folders.push(folder);
  for (const { name, text } of files) writeFileSync(path.join(folder, name), text);
  if (isPython) copyFileSync(path.join(home, 'waggle_runner.py'), path.join(folder, 'waggle_runner.py'));
  return folder;
}

const commandOf = (agent: ExampleAgent) => (agent === 'python' ? 'python3' : process.execPath);

function start(agent: ExampleAgent, script: string, more: Readonly<Record<string, string>>): void {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...more };
  child = spawn(commandOf(agent), [script], { env, stdio: ['ignore', 'inherit', 'inherit'] });
}

async function carry(carrier: AgentCarrier) {
  return carryRollout(bench.database.pg, {
    ...{ given: bench.make('How many legs has a bee?'), carrier, watch: bench.watch, atOnce: 8 },
    ...{ interrupted: new AbortController().signal, isQueued: false, givenUp: 'stopped' },
  });
}

const ways: Readonly<Record<ExampleWay, (agent: ExampleAgent, script: string) => ReturnType<typeof carry>>> =
  {
    async http(agent, script) {
      const port = await freePort();
      start(agent, script, { PORT: String(port) });
      const url = `http://127.0.0.1:${port}/`;
      const isUp = () =>
        fetch(url, { method: 'HEAD' }).then(
          () => true,
          (error) => error.cause?.code !== 'ECONNREFUSED',
        );
      await expect.poll(isUp, { timeout: 120_000 }).toBe(true);
      return carry(makeHttpAgent({ url, secret: null, connections: 1, allowedAddresses: ['127.0.0.1'] }));
    },
    program(agent, script) {
      const program = { argv: [commandOf(agent), script], memoryMb: 4096, processes: 256, concurrency: 1 };
      return carry(makeProgramAgent({ name: 'shown', isolation: 'none', program }));
    },
    async runner(agent, script) {
      const there = await bench.addAgent({ proxied: true });
      start(agent, script, {
        WAGGLE_URL: bench.origin,
        WAGGLE_RUNNER_KEY: there.key,
        WAGGLE_AGENT: there.name,
      });
      return there.carry(there.make('How many legs has a bee?'));
    },
  };

const cases = EXAMPLE_AGENTS.filter(({ value }) => value !== 'python' || isPythonThere).flatMap((agent) =>
  EXAMPLE_WAYS.map((way) => ({ agent: agent.value, way: way.value })),
);

/** The quick tests take each library once, and each way. */
const isChosen = (_case: unknown, index: number) =>
  inject('isFull') ||
  index % EXAMPLE_WAYS.length === Math.floor(index / EXAMPLE_WAYS.length) % EXAMPLE_WAYS.length;

describe(
  isPythonThere
    ? 'agents as the page shows them'
    : 'agents as the page shows them (python3 is not installed)',
  () => {
    it.each(cases.filter(isChosen))(
      '$agent as $way answers, and its prompt is proven',
      async ({ agent, way }) => {
        expect(await ways[way](agent, copied(agent, way))).toMatchObject({
          ...{ ok: true, text: 'six legs', attempts: 1 },
          rollout: { modelCalls: 1, injection: { system: 'proven' }, countedBy: 'proxy' },
        });
      },
    );
  },
);

/** The code block of a client's quick start. */
function readmeCode(language: RunnerLanguage): string {
  const readme = readFileSync(path.resolve('clients', language, 'README.md'), 'utf8');
  return /```(?:js|python)\n(.*?)```/s.exec(readme)?.[1] ?? '';
}

const quickStarts = RUNNER_LANGUAGES.filter(({ value }) => value !== 'python' || isPythonThere).map(
  ({ value }) => value,
);

describe('quick starts as they are shown', () => {
  /** Its name is the one that the pages of the clients write. */
  let solver: RunnerAgentAtBench;
  beforeAll(async () => {
    solver = await bench.addAgent({ proxied: true }, 'Solver');
  });

  async function answerOf(language: RunnerLanguage, text: string) {
    const isPython = language === 'python';
    const name = isPython ? 'start.py' : 'start.mjs';
    const script = path.join(folderWith(isPython, [{ name, text }]), name);
    const env = { WAGGLE_URL: bench.origin, WAGGLE_RUNNER_KEY: solver.key };
    start(isPython ? 'python' : 'ai-sdk', script, env);
    return solver.carry(solver.make('How many legs has a bee?'));
  }

  const proven = {
    ...{ ok: true, text: 'six legs', attempts: 1 },
    rollout: { modelCalls: 1, injection: { system: 'proven' } },
  };

  it.each(quickStarts)('the page of the %s client starts a runner that answers', async (language) => {
    expect(await answerOf(language, readmeCode(language))).toMatchObject(proven);
  });

  it.each(quickStarts)('the page of an agent starts a runner in %s that answers', async (language) => {
    const start = { address: bench.origin, agent: solver.name, proxied: true };
    expect(await answerOf(language, quickStartOf(language, start))).toMatchObject(proven);
  });
});
