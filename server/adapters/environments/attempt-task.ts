import type { EnvironmentTask, NeedCode, TaskStep } from '@/lib/domain/environment-task';
import { baseImage } from '@/lib/environments/base-image';
import { mayContinue, scoreOfRewards, taskRewards } from '@/lib/environments/harbor/step-rewards';
import type { ArchivedFile } from '@/lib/environments/task-folders';
import { needSentence, unmetNeeds } from '@/lib/environments/task-needs';
import { AppError } from '@/lib/errors/app-error';
import type { ChangedFile, Sandbox, Sandboxes, SandboxSpec } from '@/lib/ports/sandbox';
import {
  type AttemptResult,
  AttemptStopped,
  type JudgedStep,
  notJudged,
  type TaskSolver,
} from './attempt-result';
import { type BuiltTree, buildTree, dockerfileOf } from './build-tree';
import { verifyStep } from './verify-step';

/**
 * One attempt at a task in a sandbox of its own: build, set-up, agent, tests, rewards, for each step. The tests come into
 * the sandbox only once the agent has ended. An agent that ran out of time is judged on what it left; whatever fails
 * outside of the agent is no reward of 0.
 */
export interface AttemptParts {
  readonly sandboxes: Sandboxes;
  readonly task: EnvironmentTask;
  readonly files: readonly ArchivedFile[];
  readonly solve: TaskSolver;
  readonly signal: AbortSignal;
  readonly socket?: SandboxSpec['socket'];
}

const MIB = 1024 ** 2;
const PROCESSES_MAX = 512;
const SETUP_TIMEOUT_MS = 600_000;
const OFFERED: readonly NeedCode[] = ['dockerfile', 'namedUser'];
const BY_CONTAINERS: readonly NeedCode[] = ['dockerImage'];
/** Made by the attempt itself. */
const OURS = ['/tests/', '/logs/', '/solution/', '/run/terminal/', '/run/agent/'];

export async function attemptTask(parts: AttemptParts): Promise<AttemptResult> {
  const { sandboxes, task, signal } = parts;
  const offered = new Set([...OFFERED, ...(sandboxes.name === 'bubblewrap' ? [] : BY_CONTAINERS)]);
  const codes = [...new Set(unmetNeeds(task, offered).map(({ code }) => code))];
  const [first] = codes;
  if (first !== undefined) return notJudged('unmetNeed', first, codes.map(needSentence).join(' '));
  const place = placeOf(parts);
  if (place === null)
    return notJudged('unmetNeed', 'dockerfile', 'The Dockerfile does not begin with the name of one image.');
  let sandbox: Sandbox;
  try {
    sandbox = await sandboxes.start(specOf(parts, place.root));
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return notJudged('start', error.code, error.message);
  }
  try {
    const tree = await buildTree(sandbox, { task, files: parts.files, isBuilt: place.isBuilt });
    return await judged(parts, sandbox, tree);
  } catch (error) {
    if (signal.aborted) return notJudged('stopped', 'stopped', 'The attempt was stopped.');
    if (error instanceof AttemptStopped) return error.result;
    if (AppError.is(error)) return notJudged('setup', error.code, error.message);
    throw error;
  } finally {
    await sandbox.stop();
  }
}

/** Where an attempt begins: in a container the image of the task, which may be the result of its Dockerfile. */
function placeOf({ sandboxes, task, files }: AttemptParts): AttemptPlace | null {
  if (sandboxes.name === 'bubblewrap') return { root: { kind: 'host' }, isBuilt: false };
  const { dockerImage } = task.machine;
  const name = dockerImage ?? baseImage(dockerfileOf(task, files));
  return name === null ? null : { root: { kind: 'image', name }, isBuilt: dockerImage !== null };
}

interface AttemptPlace {
  readonly root: SandboxSpec['root'];
  readonly isBuilt: boolean;
}

function specOf({ task: { machine }, socket }: AttemptParts, root: SandboxSpec['root']): SandboxSpec {
  return {
    root,
    writableBytesMax: machine.storageMb * MIB,
    memoryBytesMax: machine.memoryMb * MIB,
    processesMax: PROCESSES_MAX,
    ...(socket && { socket }),
    workingFolder: '/',
    environment: {},
  };
}

async function judged(parts: AttemptParts, sandbox: Sandbox, tree: BuiltTree): Promise<AttemptResult> {
  const { sandboxes, task, files, signal } = parts;
  const hasOwnDisk = (await sandboxes.limitsHere()).disk === 'enforced';
  const steps: JudgedStep[] = [];
  const changes = new Map<string, ChangedFile>();
  let byTests = new Set<string>();
  let agentTimedOut = false;
  for (const step of task.steps) {
    await setUp(parts, sandbox, { step, tree });
    agentTimedOut = (await agentPhase(parts, sandbox, { step, tree })) || agentTimedOut;
    signal.throwIfAborted();
    for (const one of await sandbox.changedFiles()) if (!byTests.has(one.path)) changes.set(one.path, one);
    const found = await verifyStep({ sandbox, step, files, tree, signal, hasOwnDisk });
    steps.push(found);
    if (step === task.steps.at(-1) || !mayContinue(step, found.rewards)) break;
    const after = await sandbox.changedFiles();
    byTests = new Set(after.flatMap(({ path }) => (changes.has(path) ? [] : [path])));
  }
  const rewards =
    taskRewards(
      task.rewardStrategy,
      steps.map((step) => step.rewards),
    ) ?? {};
  const score = scoreOfRewards(rewards);
  if (!score.ok) return notJudged('reward', 'unusable', score.message);
  const changedFiles = [...changes.values()].filter(
    ({ path }) => !OURS.some((own) => `${path}/`.startsWith(own)),
  );
  return { kind: 'judged', reward: score.score, rewards, steps, changedFiles, agentTimedOut };
}

interface StepPlace {
  readonly step: TaskStep;
  readonly tree: BuiltTree;
}

async function setUp(
  { files, signal }: AttemptParts,
  sandbox: Sandbox,
  { step, tree }: StepPlace,
): Promise<void> {
  const { workdirFolder, setupScript } = step;
  if (workdirFolder !== null)
    await sandbox.copyIn(
      files
        .filter(({ path }) => path.startsWith(`${workdirFolder}/`))
        .map((file) => ({ ...file, path: `${tree.workdir}/${file.path.slice(workdirFolder.length + 1)}` })),
    );
  if (setupScript === null) return;
  const script = setupScript.slice(setupScript.lastIndexOf('/') + 1);
  const end = await sandbox.exec({
    argv: ['bash', script],
    ...{ cwd: tree.workdir, env: tree.variables, signal },
    ...{ timeoutMs: SETUP_TIMEOUT_MS, outputBytesMax: 100_000 },
  });
  if (end.kind !== 'exited' || end.code !== 0)
    throw new AttemptStopped(notJudged('setup', end.kind, `${end.stdout}${end.stderr}`));
}

/** Whether the agent's time ran out. @throws what the solver throws for reasons outside of the agent */
async function agentPhase(
  { solve, signal }: AttemptParts,
  sandbox: Sandbox,
  { step, tree }: StepPlace,
): Promise<boolean> {
  const late = AbortSignal.timeout(step.agent.timeoutSeconds * 1000);
  const { instruction } = step;
  const user = step.agent.user === null ? undefined : String(step.agent.user);
  try {
    await solve({ sandbox, instruction, step, ...tree, user, signal: AbortSignal.any([signal, late]) });
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error;
  }
  return late.aborted;
}
