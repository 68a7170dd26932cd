import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Commands, readCommands } from '@/server/config/commands';
import { makeCommandEnvironment } from './command-environment';

process.env.DATABASE_URL ??= 'postgresql://none@127.0.0.1:9/none';

const input = { question: 'What is 2 + 2?', context: '', answer: '4', expected: '4' };
const LIMITS = { timeoutMs: 120_000, memoryMb: 512, concurrency: 4 };

const node = (script: string, limits: Partial<typeof LIMITS> = {}): Commands =>
  new Map([['check', { ...LIMITS, argv: [process.execPath, '-e', script], ...limits }]]);
const run = (commands: Commands, signal?: AbortSignal) =>
  makeCommandEnvironment(commands).run({ command: 'check', input }, signal);

const READ_INPUT = `let text = ''; process.stdin.on('data', (part) => { text += part; });`;
const say = (said: string) => `console.log(${JSON.stringify(said)})`;

describe('a program as environment', () => {
  it('reads the answer as JSON and gives a score with notes', async () => {
    const script = `${READ_INPUT} process.stdin.on('end', () => { const { answer, expected } = JSON.parse(text);
      console.log(JSON.stringify({ score: answer === expected ? 0.75 : 0, notes: process.cwd() })); });`;
    const outcome = await run(node(script));
    expect(outcome).toMatchObject({ ok: true, score: 0.75 });
    expect(outcome.ok && existsSync(outcome.notes), 'its folder is deleted afterwards').toBe(false);
  });

  it('has none of the environment of its worker, and no shell reads its arguments', async () => {
    process.env.WAGGLE_TEST_SECRET = 'secret';
    const script = `console.log(JSON.stringify({ score: 1, notes: Object.keys(process.env).join() + process.argv[1] }))`;
    const argv = [process.execPath, '-e', script, '$(id);`id`'];
    const outcome = await run(new Map([['check', { ...LIMITS, argv }]]));
    delete process.env.WAGGLE_TEST_SECRET;
    expect(outcome.ok && outcome.notes).toMatch(/^PATH,HOME,TMPDIR,LANG.*\$\(id\);`id`$/);
  });

  it.each([
    ['ends with a fault', 'process.exit(3)', {}, 'programFailed', /code 3/],
    ['writes nonsense', say('fine'), {}, 'unparseable', /score/],
    ['gives a score beyond 1', say('{"score": 1.5}'), {}, 'unparseable', /score/],
    ['never ends', 'setInterval(() => undefined, 1000)', { timeoutMs: 300 }, 'timedOut', /after its 0.3 s/],
    [
      'never stops writing',
      `setInterval(() => process.stdout.write('x'.repeat(9999)), 1)`,
      {},
      'programFailed',
      /64 kB/,
    ],
    ['kills itself', `process.kill(process.pid, 'SIGKILL')`, {}, 'programFailed', /SIGKILL/],
  ])('gives a cause and no score for a program that %s', async (_what, script, limits, code, message) => {
    expect(await run(node(script, limits))).toMatchObject({
      ok: false,
      cause: { code, message: expect.stringMatching(message) },
    });
  });

  it('gives a cause for a missing program', async () => {
    const commands: Commands = new Map([['check', { ...LIMITS, argv: ['/nowhere/at-all'] }]]);
    expect(await run(commands)).toMatchObject({ ok: false, cause: { code: 'programFailed' } });
  });

  it.runIf(process.platform === 'linux')('ends a program that exceeds its memory limit', async () => {
    const script = `const held = []; setInterval(() => held.push(Buffer.alloc(20 << 20, 1)), 20)`;
    expect(await run(node(script, { memoryMb: 200 }))).toMatchObject({
      cause: { message: expect.stringMatching(/more than its 200 MB/) },
    });
  });

  it.runIf(process.platform === 'linux')(
    'ends the child processes of a program with it at its time limit',
    async () => {
      // A shell starts within milliseconds of CPU time, so that its child is there before the limit.
      const script = 'sleep 1000 & echo $! > "$0/pid"; wait';
      const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-test-'));
      const argv = ['/bin/sh', '-c', script, folder];
      const running = run(new Map([['check', { ...LIMITS, argv, timeoutMs: 3_000 }]]));
      expect(await running).toMatchObject({ cause: { code: 'timedOut' } });
      const pid = Number(readFileSync(`${folder}/pid`, 'utf8'));
      rmSync(folder, { recursive: true });
      // A zombie process counts as dead; `stateOf` can tell a zombie from a live process on Linux only.
      const isAlive = () => /^[^Z]$/.test(stateOf(pid));
      await expect.poll(isAlive).toBe(false);
    },
  );

  it('runs at most the number of programs that its operator allows', async () => {
    const script = `setTimeout(() => ${say('{"score": 1}')}, 150)`;
    const commands = node(script, { concurrency: 1 });
    const environment = makeCommandEnvironment(commands);
    const startedMs = performance.now();
    await Promise.all([1, 2, 3].map(() => environment.run({ command: 'check', input })));
    expect(performance.now() - startedMs).toBeGreaterThan(450);
  });

  it('is aborted with its call', async () => {
    const given = new AbortController();
    const running = run(node('setInterval(() => undefined, 1000)'), given.signal);
    given.abort();
    await expect(running).rejects.toThrow();
  });

  it('is an error rather than a cause if this worker does not know it, as another may', async () => {
    await expect(run(new Map())).rejects.toMatchObject({ code: 'ENVIRONMENT_DOWN', kind: 'upstream' });
  });
});

function stateOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] ?? '';
  } catch {
    return '';
  }
}

describe('the file that names programs', () => {
  it('is refused with every fault at once', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-test-'));
    const write = (json: unknown) => {
      writeFileSync(`${folder}/commands.json`, JSON.stringify(json));
      return () => readCommands(`${folder}/commands.json`);
    };
    expect(write({ check: { argv: ['/bin/true'] } })().get('check')).toMatchObject({ concurrency: 1 });
    expect(write({ 'Not A Name': { argv: ['x'] }, check: { argv: [] } })).toThrow(/Not A Name.*check.argv/);
    expect(write('text')).toThrow(/WAGGLE_COMMANDS/);
    rmSync(folder, { recursive: true });
    expect(() => readCommands(`${folder}/gone.json`)).toThrow(/cannot be read/);
  });
});
