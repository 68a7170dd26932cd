import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NeedCode } from '@/lib/domain/environment-task';
import { readTask } from '@/lib/environments/read-task';
import { taskFilesOf } from '@/lib/environments/task-folders';
import { attemptInHarbor, type HarborAttempt } from './attempt-in-harbor';

const FAKE = path.resolve('server/adapters/testing/harbor-in-a-folder.mjs');
const encoder = new TextEncoder();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A task whose instruction tells the fake command what to do. */
function attemptOf(plan: object, over: Partial<HarborAttempt> = {}): HarborAttempt {
  const texts = {
    'task.toml': 'schema_version = "1.3"',
    'instruction.md': `Attempt this.\n${JSON.stringify(plan)}`,
    'environment/Dockerfile': 'FROM debian\nRUN apt-get install -y python3',
    'tests/test.sh': 'true',
  };
  const files = Object.entries(texts).map(([name, text]) => ({
    ...{ path: name, content: encoder.encode(text), isExecutable: name.endsWith('.sh') },
  }));
  const read = readTask(taskFilesOf({ files }));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return {
    ...{ command: [process.execPath, FAKE], agent: { name: 'terminus-2', model: 'openai/practice' } },
    ...{ task: read.task, files, system: '', variables: {}, graceMs: 100 },
    ...{ signal: new AbortController().signal, ...over },
  };
}

const rewarded = (reward: number, over: object = {}) => ({
  verifier_result: { rewards: { reward } },
  ...over,
});
const fault = (type: string) => ({
  exception_info: { exception_type: type, exception_message: 'It failed.' },
});

describe('an attempt by Harbor', () => {
  it.each([0, 0.25, 1])('has the reward %d that the tests gave, with their output', async (reward) => {
    const { result, usage } = await attemptInHarbor(attemptOf({ result: rewarded(reward) }));
    const steps = [{ name: null, rewards: { reward }, output: 'one passed', tests: null }];
    expect(result).toMatchObject({
      kind: 'judged',
      reward,
      rewards: { reward },
      steps,
      agentTimedOut: false,
    });
    expect(usage).toEqual({ inputTokens: 7, outputTokens: 5, usd: 0.5 });
  });

  it('judges what an agent left that ran out of time', async () => {
    const plan = { result: rewarded(1, fault('AgentTimeoutError')) };
    const { result } = await attemptInHarbor(attemptOf(plan));
    expect(result).toMatchObject({ kind: 'judged', reward: 1, agentTimedOut: true });
  });

  it.each([
    [{ result: fault('EnvironmentStartTimeoutError') }, { phase: 'build' }],
    [{ result: fault('VerifierTimeoutError') }, { phase: 'verifier' }],
    [{ result: fault('RewardFileNotFoundError') }, { phase: 'reward', code: 'missing' }],
    [{ result: fault('ApiConnectionError') }, { phase: 'model' }],
    [{ result: {} }, { phase: 'verifier', code: 'noReward' }],
    [{ text: '{"trial_name": "task' }, { phase: 'start', code: 'damagedResult' }],
    [{ exit: 0 }, { phase: 'start', code: 'noTrial' }],
    [
      { exit: 3, say: 'No such option.' },
      { phase: 'start', detail: expect.stringContaining('No such option.') },
    ],
  ])('gives no reward for %j', async (plan, expected) => {
    const { result } = await attemptInHarbor(attemptOf(plan));
    expect(result).toMatchObject({ kind: 'notJudged', ...expected });
  });

  it('gives no reward where the command is missing', async () => {
    const { result } = await attemptInHarbor(attemptOf({}, { command: ['/nowhere/harbor'] }));
    expect(result).toMatchObject({ kind: 'notJudged', phase: 'start', code: 'notStarted' });
  });

  it('hands over the learned text, the agent and the variables, and nothing else of the worker', async () => {
    process.env.WAGGLE_TEST_SECRET = 'secret';
    const system = 'Weigh twice.';
    const variables = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
    const plan = { isTold: true, result: rewarded(1) };
    const { result } = await attemptInHarbor(attemptOf(plan, { system, variables }));
    delete process.env.WAGGLE_TEST_SECRET;
    const told = JSON.parse(result.kind === 'judged' ? (result.steps[0]?.output ?? '') : result.detail);
    expect(told.instruction).toMatch(/^Weigh twice\.\n\nAttempt this\./);
    expect(told.argv).toEqual(
      expect.arrayContaining(['--agent', 'terminus-2', '--model', 'openai/practice']),
    );
    expect(told.variables).toMatchObject({ ...variables, HARBOR_TELEMETRY: 'off' });
    expect(Object.keys(told.variables)).not.toContain('WAGGLE_TEST_SECRET');
  });

  it('follows no link that an agent left for its trajectory', async () => {
    writeFileSync(`${folder}/secret.json`, '{"secret": true}');
    const plan = { linkTo: `${folder}/secret.json`, result: rewarded(1) };
    const { result, trajectory } = await attemptInHarbor(attemptOf(plan));
    expect([result.kind, trajectory]).toEqual(['judged', null]);
  });

  it.each([
    ['hostVariables' as NeedCode, 'harbor' as const],
    ['typedSolution' as NeedCode, 'terminalBench' as const],
  ])('is refused where the task needs %s or is in the format %s', async (code, format) => {
    const attempt = attemptOf({ exit: 0 });
    const task = { ...attempt.task, format, needs: [{ code, file: 'task.toml', field: null }] };
    const { result } = await attemptInHarbor({ ...attempt, task });
    expect(result).toMatchObject({ kind: 'notJudged', phase: 'unmetNeed' });
  });
});

const pidsIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number) : []);
const left = () => readdirSync(folder).filter((name) => name.startsWith('waggle-harbor-'));

/** A process that has ended, and is not yet waited for, counts as gone. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

describe.runIf(process.platform === 'linux')('the processes of an attempt by Harbor', () => {
  it.each([false, true])(
    'end once the attempt is stopped, deaf to SIGTERM: %s',
    async (isDeaf) => {
      const pidFile = `${folder}/pids`;
      const stop = new AbortController();
      const running = attemptInHarbor(attemptOf({ pidFile, isDeaf }, { signal: stop.signal }));
      await expect.poll(() => pidsIn(pidFile).length, { timeout: 20_000 }).toBe(2);
      stop.abort();
      expect((await running).result).toMatchObject({ kind: 'notJudged', phase: 'stopped' });
      await expect.poll(() => pidsIn(pidFile).filter(isAlive)).toEqual([]);
    },
    30_000,
  );

  it('end with a worker that is killed, and so does its folder', async () => {
    const pidFile = `${folder}/pids`;
    const { files } = attemptOf({ pidFile });
    const texts = files.map((file) => ({ ...file, content: Buffer.from(file.content).toString() }));
    writeFileSync(`${folder}/files.json`, JSON.stringify(texts));
    const holder = path.resolve('server/adapters/testing/hold-harbor.ts');
    const env = { ...process.env, TMPDIR: folder };
    const argv = ['--import', 'tsx', holder, `${folder}/files.json`, FAKE];
    const worker = spawn(process.execPath, argv, { env, stdio: 'ignore' });
    await expect.poll(() => pidsIn(pidFile).length, { timeout: 30_000 }).toBe(2);
    expect(left()).toHaveLength(1);
    worker.kill('SIGKILL');
    await expect.poll(() => [pidsIn(pidFile).filter(isAlive), left()], { timeout: 10_000 }).toEqual([[], []]);
  }, 60_000);
});
