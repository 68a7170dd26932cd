import { describe, expect, inject, it } from 'vitest';
import { readTask } from '@/lib/environments/read-task';
import { type TaskFolder, taskFilesOf, taskFolders } from '@/lib/environments/task-folders';
import { needSentence, runWithoutNetwork } from '@/lib/environments/task-needs';
import { makeGate } from '@/server/adapters/gate';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { readPracticeTasks } from '@/server/services/environments/practice-tasks';
import type { AttemptResult, TaskSolver } from './attempt-result';
import { attemptTask } from './attempt-task';
import { idleSolver, oracleSolver } from './oracle-solver';

const whyNot = await bubblewrapSandboxes.whyNot();
const folders = taskFolders(readPracticeTasks());
/** The quick test tries every fifth task. */
const SOME = 5;
const tried = inject('isFull') ? folders : folders.filter((_, at) => at % SOME === 0);
const LANES = 2;
const TIMEOUT_MS = 120_000;

async function attempt(
  folder: TaskFolder,
  solve: TaskSolver,
  signal: AbortSignal = new AbortController().signal,
): Promise<AttemptResult> {
  const read = readTask(taskFilesOf(folder));
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return attemptTask({ sandboxes: bubblewrapSandboxes, task: read.task, files: folder.files, solve, signal });
}

const rewardOf = (result: AttemptResult) => (result.kind === 'judged' ? result.reward : result.detail);

async function rewards(solverOf: (folder: TaskFolder) => TaskSolver) {
  const gate = makeGate(LANES);
  const { signal } = new AbortController();
  const found = await Promise.all(
    tried.map((folder) => gate(() => attempt(folder, solverOf(folder)), signal).then(rewardOf)),
  );
  return Object.fromEntries(tried.map(({ path }, at) => [path, found[at]]));
}

const folderNamed = (path: string): TaskFolder => {
  const folder = folders.find((one) => one.path === path);
  if (folder === undefined) throw new Error(`There is no task ${path}.`);
  return folder;
};

/** The task with one of its files replaced. */
function changed(path: string, file: string, text: string): TaskFolder {
  const folder = folderNamed(path);
  const files = folder.files.map((one) =>
    one.path === file ? { ...one, content: new TextEncoder().encode(text) } : one,
  );
  return { ...folder, files };
}

describe.skipIf(whyNot !== null)(
  `attempts in bubblewrap${whyNot === null ? '' : ` (skipped: ${whyNot})`}`,
  () => {
    it('give the solution of each practice task the reward 1', { timeout: TIMEOUT_MS }, async () => {
      const expected = Object.fromEntries(tried.map(({ path }) => [path, 1]));
      expect(await rewards(({ files }) => oracleSolver(files))).toEqual(expected);
    });

    it('give an agent that does nothing the reward 0', { timeout: TIMEOUT_MS }, async () => {
      const expected = Object.fromEntries(tried.map(({ path }) => [path, 0]));
      expect(await rewards(() => idleSolver)).toEqual(expected);
    });

    it('name the files that the agent changed, and none of the tests', async () => {
      const folder = folderNamed('script-modes');
      const result = await attempt(folder, oracleSolver(folder.files));
      expect(result).toMatchObject({ kind: 'judged', agentTimedOut: false });
      const paths = result.kind === 'judged' ? result.changedFiles.map(({ path }) => path) : [];
      expect(paths).toContain('/app/tools/weigh');
      expect(paths.filter((path) => /^\/(tests|logs|solution)/.test(path))).toEqual([]);
    });

    it('have the folders for logs before the agent begins, open to every account', async () => {
      let modes = '';
      await attempt(folderNamed('script-modes'), async ({ sandbox }) => {
        const folders = ['/logs/agent', '/logs/artifacts', '/logs/verifier'];
        const argv = ['stat', '-c', '%a', ...folders];
        const end = await sandbox.exec({ argv, timeoutMs: 5_000, outputBytesMax: 1_000 });
        modes = end.kind === 'exited' ? end.stdout : end.kind;
      });
      expect(modes.trim().split('\n')).toEqual(['777', '777', '777']);
    });

    it('name every need that a sandbox does not meet, and try a task without its internet where asked', async () => {
      const toml = '[environment]\nmcp_servers = [{ name = "m", url = "http://m" }]';
      const folder = changed('script-modes', 'task.toml', toml);
      const read = readTask(taskFilesOf(folder));
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      const { signal } = new AbortController();
      const parts = { sandboxes: bubblewrapSandboxes, files: folder.files, solve: idleSolver, signal };
      const result = await attemptTask({ ...parts, task: read.task });
      expect(result).toMatchObject({ kind: 'notJudged', phase: 'unmetNeed', code: 'internet' });
      expect(result).toMatchObject({ detail: `${needSentence('internet')} ${needSentence('mcpServers')}` });
      const needs = read.task.needs.filter(({ code }) => code !== 'mcpServers');
      const offline = await attemptTask({ ...parts, task: runWithoutNetwork({ ...read.task, needs }) });
      expect(offline).toMatchObject({ kind: 'judged', reward: 0 });
    });

    it('show the tests to no agent', async () => {
      let seen = '';
      await attempt(folderNamed('script-modes'), async ({ sandbox }) => {
        const end = await sandbox.exec({ argv: ['ls', '/tests'], timeoutMs: 5_000, outputBytesMax: 1_000 });
        seen = end.kind === 'exited' ? String(end.code) : end.kind;
      });
      expect(seen).not.toBe('0');
    });

    it('are worth 0 where the agent has filled its disk, so that the tests cannot come', async () => {
      const result = await attempt(folderNamed('script-modes'), async ({ sandbox }) => {
        const argv = ['sh', '-c', 'head -c 500M /dev/zero > /app/full; true'];
        await sandbox.exec({ argv, timeoutMs: 20_000, outputBytesMax: 10_000 });
      });
      expect(result).toMatchObject({ kind: 'judged', reward: 0 });
    });

    it('take no reward that the agent wrote itself', async () => {
      const folder = changed('script-modes', 'tests/test.sh', 'exit 0');
      const result = await attempt(folder, async ({ sandbox }) => {
        const argv = ['sh', '-c', 'mkdir -p /logs/verifier && echo 1 > /logs/verifier/reward.txt'];
        await sandbox.exec({ argv, timeoutMs: 5_000, outputBytesMax: 1_000 });
      });
      expect(result).toMatchObject({ kind: 'notJudged', phase: 'reward', code: 'missing' });
    });

    it('judge what an agent left that ran out of time', async () => {
      const toml = new TextDecoder().decode(
        folderNamed('script-modes').files.find(({ path }) => path === 'task.toml')?.content,
      );
      const folder = changed(
        'script-modes',
        'task.toml',
        toml.replace('timeout_sec = 120', 'timeout_sec = 0.2'),
      );
      const result = await attempt(folder, async (place) => {
        const step = { ...place.step, agent: { ...place.step.agent, timeoutSeconds: 60 } };
        await oracleSolver(folder.files)({ ...place, step, signal: new AbortController().signal });
        if (!place.signal.aborted)
          await new Promise((resolve) => place.signal.addEventListener('abort', resolve));
        place.signal.throwIfAborted();
      });
      expect(result).toMatchObject({ kind: 'judged', reward: 1, agentTimedOut: true });
    });

    it.each([
      ['tests/test.sh', 'exit 0', { phase: 'reward', code: 'missing' }],
      [
        'tests/test.sh',
        'mkdir -p /logs/verifier; echo none > /logs/verifier/reward.txt',
        { phase: 'reward', code: 'unparsable' },
      ],
      ['environment/Dockerfile', 'FROM debian\nUSER worker\n', { phase: 'unmetNeed', code: 'dockerfile' }],
      ['environment/Dockerfile', 'FROM debian\nRUN exit 3\n', { phase: 'build' }],
      [
        'environment/Dockerfile',
        'FROM debian\nCOPY nothing/ /app/\n',
        { phase: 'build', code: 'missingFile' },
      ],
    ])('give no reward where %s is %j', async (file, text, expected) => {
      const result = await attempt(changed('script-modes', file, text), idleSolver);
      expect(result).toMatchObject({ kind: 'notJudged', ...expected });
    });

    it('end with no reward once they are stopped', async () => {
      const stop = new AbortController();
      const result = await attempt(folderNamed('script-modes'), async () => stop.abort(), stop.signal);
      expect(result).toMatchObject({ kind: 'notJudged', phase: 'stopped' });
    });
  },
);
