import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { programIsolation } from '@/server/adapters/program-isolation';
import {
  itKeepsTheCarrierContract,
  itReadsAnswersItself,
  contractJob as job,
  NEVER,
  type OpenCarrier,
  contractOutcome as outcome,
} from '@/server/adapters/testing/agent-carrier-contract';
import { NODE_AGENT, PYTHON_AGENT } from '@/server/adapters/testing/agent-scripts';
import { manualTicker } from '@/server/adapters/testing/manual-ticker';
import {
  isPythonThere,
  type OpenSettings,
  openProgramAgent,
  type ProgramAgentUnderTest,
} from '@/server/adapters/testing/program-agent-under-test';
import { readAgentPrograms, readCommands } from '@/server/config/commands';

process.env.DATABASE_URL ??= 'postgresql://none@127.0.0.1:9/none';

const NODE = [process.execPath, '-e', NODE_AGENT];
const hasBubblewrap = programIsolation() === 'bubblewrap';
const only = hasBubblewrap ? '' : ' (not run: bubblewrap does not work here)';
const going = () => ({ signal: new AbortController().signal, posted: NEVER });

let under: ProgramAgentUnderTest | undefined;
afterEach(async () => {
  await under?.close();
  under = undefined;
});
async function open(more: Partial<OpenSettings> = {}) {
  const usual = { argv: NODE, answer: JSON.stringify(outcome), mode: 'answer', isolation: 'none' } as const;
  under = await openProgramAgent({ ...usual, ...more });
  return under;
}
const run = (script: string, more: Partial<OpenSettings> = {}) =>
  open({ argv: [process.execPath, '-e', script], ...more }).then(({ carrier }) =>
    carrier.carry(job, going()),
  );

const suites = [
  { name: 'in Node', argv: NODE, isolation: 'none', isThere: true },
  { name: 'in Python', argv: ['python3', '-c', PYTHON_AGENT], isolation: 'none', isThere: isPythonThere },
  { name: `in Node and bubblewrap${only}`, argv: NODE, isolation: 'bubblewrap', isThere: hasBubblewrap },
] as const;
for (const { name, argv, isolation, isThere } of suites) {
  describe.runIf(isThere)(`an agent that is a program ${name}`, () => {
    const open: OpenCarrier = (answer) => {
      const mode = answer === null ? 'hang' : 'answer';
      return openProgramAgent({ argv, isolation, answer: answer ?? '', mode });
    };
    itKeepsTheCarrierContract(open);
    itReadsAnswersItself(open);
  });
}

describe('a program as agent', () => {
  it('reads one line and gets the model in variables of our names, and nothing else of the worker', async () => {
    process.env.OPENAI_API_KEY = 'hidden';
    const { carrier } = await open();
    await carrier.carry(job, going());
    delete process.env.OPENAI_API_KEY;
    expect(under?.lines).toEqual([1]);
    const { PATH, HOME, TMPDIR, LANG, ...model } = under?.environments[0] ?? {};
    expect(HOME).toBe(TMPDIR);
    expect(model).toEqual({
      WAGGLE_OPENAI_BASE_URL: job.model?.openaiBaseUrl,
      WAGGLE_ANTHROPIC_BASE_URL: job.model?.anthropicBaseUrl,
      WAGGLE_API_KEY: 'wgr_test',
      WAGGLE_MODEL: 'task',
    });
  });

  it.each([
    ['ends with a code', 'process.exit(3)', { failure: 'agent', fault: 'exited', code: 3 }],
    ['crashes', `process.kill(process.pid, 'SIGSEGV')`, { failure: 'agent', fault: 'killed' }],
    ['is killed', `process.kill(process.pid, 'SIGKILL')`, { failure: 'infrastructure', fault: 'killed' }],
    [
      'writes a line without end',
      `const more = () => process.stdout.write('x'.repeat(1 << 20), more); more()`,
      { failure: 'agent', fault: 'overOutput' },
    ],
    [
      'writes a log without end',
      `const more = () => process.stdout.write(('x'.repeat(99) + '\\n').repeat(9999), more); more()`,
      { failure: 'agent', fault: 'overOutput' },
    ],
  ])('that %s has failed with a fault of its own name', async (_what, script, fault) => {
    expect(await run(script)).toMatchObject({ kind: 'failed', ...fault });
  });

  it('that is not there is a failure of its infrastructure', async () => {
    const { carrier } = await open({ argv: ['/nowhere/at-all'] });
    const end = await carrier.carry(job, going());
    expect(end).toMatchObject({ failure: 'infrastructure', fault: 'notStarted' });
  });

  it.runIf(process.platform === 'linux')(
    'is ended when it holds more memory or starts more processes than it may',
    async () => {
      const hog = `const held = []; setInterval(() => held.push(Buffer.alloc(20 << 20, 1)), 20)`;
      expect(await run(hog, { program: { memoryMb: 200 } })).toMatchObject({ fault: 'overMemory' });
      await under?.close();
      const forks = `const { spawn } = require('node:child_process');
      for (let n = 0; n < 5; n += 1) spawn('sleep', ['60']); setInterval(() => undefined, 1000);`;
      expect(await run(forks, { program: { processes: 4 } })).toMatchObject({ fault: 'overProcesses' });
    },
  );

  it('takes what it started with it when it ends', async () => {
    const { carrier } = await open({ mode: 'family' });
    expect(await carrier.carry(job, going())).toEqual({ kind: 'outcome', outcome });
  });

  it.each(['none', ...(hasBubblewrap ? (['bubblewrap'] as const) : [])] as const)(
    'that does not end at SIGTERM is killed 10 s later (isolation: %s)',
    async (isolation) => {
      const { ticker, advance } = manualTicker();
      const { carrier, began, told } = await open({ mode: 'deaf', isolation, ticker });
      const over = new AbortController();
      const settled: unknown[] = [];
      const ending = carrier
        .carry(job, { signal: over.signal, posted: NEVER })
        .then((end) => settled.push(end));
      await began;
      over.abort();
      await told;
      await advance(9_999);
      expect(settled).toEqual([]);
      await advance(1);
      await ending;
      expect(settled).toEqual([{ kind: 'stopped' }]);
    },
  );

  it('waits for its place and leaves the queue when its attempt is over', async () => {
    const { carrier, began } = await open({ mode: 'hang', program: { concurrency: 1 } });
    const [first, second] = [new AbortController(), new AbortController()];
    const busy = carrier.carry(job, { signal: first.signal, posted: NEVER });
    await began;
    const waiting = carrier.carry(job, { signal: second.signal, posted: NEVER });
    second.abort();
    expect(await waiting).toEqual({ kind: 'stopped' });
    expect(under?.jobs).toHaveLength(1);
    first.abort();
    await busy;
  });
});

describe.runIf(hasBubblewrap)(`a program in bubblewrap${only}`, () => {
  it('writes to its own folder and to /tmp only, and sees neither secrets nor other processes', async () => {
    const folder = mkdtempSync(path.join(process.cwd(), '.env.test-'));
    writeFileSync(`${folder}/secret`, 'hidden');
    const script = `const fs = require('node:fs');
      const does = (act) => { try { act(); return true; } catch { return false; } };
      const seen = {
        home: does(() => fs.writeFileSync(process.env.HOME + '/x', '')),
        tmp: does(() => fs.writeFileSync('/tmp/x', '')),
        root: does(() => fs.writeFileSync('${process.cwd()}/x', '')),
        secret: does(() => fs.readFileSync('${folder}/secret')),
        worker: does(() => fs.readFileSync('/proc/${process.pid}/environ')),
      };
      console.log(JSON.stringify({ ...JSON.parse(process.argv[2]), output: { text: JSON.stringify(seen) } }));`;
    const end = await run(script, { isolation: 'bubblewrap' });
    rmSync(folder, { recursive: true });
    const text = JSON.stringify({ home: true, tmp: true, root: false, secret: false, worker: false });
    expect(end).toMatchObject({ kind: 'outcome', outcome: { output: { text } } });
  });

  it('reads what its command names in a temporary folder, and nothing else there', async () => {
    const [own, other] = ['own', 'other'].map((name) => mkdtempSync(path.join(os.tmpdir(), `${name}-`)));
    const script = `console.log(JSON.stringify({ ...JSON.parse(process.argv[3]),
      output: { text: String(require('node:fs').existsSync('${other}')) } }));`;
    writeFileSync(`${own}/agent.cjs`, script);
    const { carrier } = await open({ argv: [process.execPath, `${own}/agent.cjs`], isolation: 'bubblewrap' });
    const end = await carrier.carry(job, going());
    for (const folder of [own, other]) rmSync(`${folder}`, { recursive: true });
    expect(end).toMatchObject({ kind: 'outcome', outcome: { output: { text: 'false' } } });
  });

  it('has the same faults as outside of it', async () => {
    const isolation = 'bubblewrap';
    expect(await run('process.exit(3)', { isolation })).toMatchObject({ fault: 'exited', code: 3 });
    await under?.close();
    const killed = await run(`process.kill(process.pid, 'SIGKILL')`, { isolation });
    expect(killed).toMatchObject({ failure: 'infrastructure', fault: 'killed' });
    await under?.close();
    const { carrier } = await open({ argv: ['/nowhere/at-all'], isolation });
    expect(await carrier.carry(job, going())).toMatchObject({ fault: 'notStarted' });
  });
});

describe('the file that names programs', () => {
  it('keeps agents and evaluators apart', () => {
    const folder = mkdtempSync(path.join(process.env.TMPDIR ?? '/tmp', 'waggle-test-'));
    const file = `${folder}/commands.json`;
    writeFileSync(file, JSON.stringify({ check: { argv: ['a'] }, solver: { use: 'agent', argv: ['b'] } }));
    expect([...readCommands(file).keys()]).toEqual(['check']);
    const limits = { memoryMb: 2048, processes: 256, concurrency: 1 };
    expect([...readAgentPrograms(file)]).toEqual([['solver', { argv: ['b'], ...limits }]]);
    rmSync(folder, { recursive: true });
  });
});
