import type { TaskStep } from '@/lib/domain/environment-task';
import { REWARD_JSON, REWARD_TEXT, readRewards } from '@/lib/environments/harbor/reward-files';
import type { ArchivedFile } from '@/lib/environments/task-folders';
import { limitOutput } from '@/lib/environments/terminal/limit-output';
import { isResolved, readPytestSummary } from '@/lib/environments/terminal/pytest-summary';
import type { Sandbox } from '@/lib/ports/sandbox';
import { AttemptStopped, type JudgedStep, notJudged } from './attempt-result';
import type { BuiltTree } from './build-tree';

/** Tests of a step: copied in after the agent has ended, run as their own phase, and their verdict read. */
const LOGS = '/logs/verifier';
const OUTPUT_BYTES_MAX = 2_000_000;
const REWARD_BYTES_MAX = 100_000;
const ROOM_BYTES = 65_536;
const PROBE = { timeoutMs: 30_000, outputBytesMax: 1_000 };

export interface Verifying {
  readonly sandbox: Sandbox;
  readonly step: TaskStep;
  readonly files: readonly ArchivedFile[];
  readonly tree: BuiltTree;
  readonly signal: AbortSignal;
  /** Files of the sandbox count against a limit of its own, and not against a disk of the machine. */
  readonly hasOwnDisk: boolean;
}

/**
 * A disk that the agent has filled keeps the tests out: that is its own failure, and no missing data.
 * @throws AttemptStopped where the tests could not judge
 */
export async function verifyStep(verifying: Verifying): Promise<JudgedStep> {
  try {
    return await verify(verifying);
  } catch (error) {
    const { signal, hasOwnDisk, sandbox } = verifying;
    if (signal.aborted || !hasOwnDisk || !(await isDiskFull(sandbox))) throw error;
    const output = 'The disk was full after the agent had ended, so the tests could not run.';
    return { name: verifying.step.name, rewards: { reward: 0 }, output, tests: null };
  }
}

/** Set-up and build have written before the agent began, so it is the agent who has filled it. */
async function isDiskFull(sandbox: Sandbox): Promise<boolean> {
  const script = `head -c ${ROOM_BYTES} /dev/zero > /run/room; code=$?; rm -f /run/room; exit $code`;
  const end = await sandbox.exec({ argv: ['sh', '-c', script], cwd: '/', ...PROBE });
  return end.kind === 'exited' && end.code !== 0 && end.stderr.includes('No space left on device');
}

async function verify({ sandbox, step, files, tree, signal }: Verifying): Promise<JudgedStep> {
  const { verifier, name } = step;
  // Rewards and tests that the agent put there itself are gone before its own tests come.
  const reset = ['sh', '-c', `rm -rf /tests ${LOGS} && mkdir -p ${LOGS} && chmod 777 ${LOGS}`];
  await sandbox.exec({ argv: reset, cwd: '/', ...PROBE });
  for (const folder of verifier.testFolders)
    await sandbox.copyIn(
      files
        .filter(({ path }) => path.startsWith(`${folder}/`))
        .map((file) => ({ ...file, path: `/tests/${file.path.slice(folder.length + 1)}` })),
    );
  const end = await sandbox.exec({
    argv: ['bash', '-c', verifier.command],
    ...(verifier.user === null ? {} : { user: String(verifier.user) }),
    ...{ cwd: tree.workdir, env: { ...tree.variables, ...verifier.variables }, signal },
    ...{ timeoutMs: verifier.timeoutSeconds * 1000, outputBytesMax: OUTPUT_BYTES_MAX },
  });
  const printed = end.stdout + end.stderr;
  if (end.kind !== 'exited')
    throw new AttemptStopped(notJudged('verifier', end.kind, `The tests ended as ${end.kind}.\n${printed}`));
  const output = limitOutput(printed);
  if (verifier.verdict.from === 'output') return byTests(name, printed, output);
  const read = readRewards({
    text: await fileOf(sandbox, REWARD_TEXT),
    json: await fileOf(sandbox, REWARD_JSON),
  });
  if (read.ok) return { name, rewards: read.rewards, output, tests: null };
  const { code, file, message } = read.fault;
  throw new AttemptStopped(notJudged('reward', code, `${file}: ${message}\n${printed}`));
}

function byTests(name: string | null, printed: string, output: string): JudgedStep {
  const results = readPytestSummary(printed);
  if (results === null)
    throw new AttemptStopped(
      notJudged('verifier', 'noSummary', `The output has no summary of tests.\n${printed}`),
    );
  const rewards = { reward: isResolved(results) ? 1 : 0 };
  return { name, rewards, output, tests: Object.fromEntries(results) };
}

/** Null = it is not there, or too large to be a reward. */
async function fileOf(sandbox: Sandbox, name: string): Promise<string | null> {
  const out = await sandbox.copyOut(`${LOGS}/${name}`, REWARD_BYTES_MAX);
  const [file] = out.kind === 'copied' ? out.files : [];
  return file === undefined ? null : new TextDecoder().decode(file.content);
}
