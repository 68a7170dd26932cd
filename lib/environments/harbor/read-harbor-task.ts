import type { EnvironmentTask, TaskMachine, TaskStep } from '@/lib/domain/environment-task';
import { filledTextOf, firstOf, hasFolder, type TaskFault, type TaskFiles, textOf } from '../task-files';
import type { TaskReading } from '../task-reading';
import { harborNeeds } from './harbor-needs';
import { PHASE_SECONDS, type VerifierSection } from './phase-sections';
import type { StepSection } from './step-section';
import { CONFIG_FILE, readTaskConfig, type TaskConfig } from './task-config';

/**
 * A task in Harbor's format, from the files of its folder: task.toml, instruction.md, environment, tests, solution, and
 * steps. Terminal-Bench 2 has this format.
 */
export function readHarborTask(files: TaskFiles): TaskReading {
  const toml = textOf(files, CONFIG_FILE);
  if (typeof toml !== 'string') return { ok: false, faults: [toml] };
  const read = readTaskConfig(toml);
  if (!read.ok) return read;
  const faults: TaskFault[] = [];
  const config = read.value;
  const machine = machineOf(config, files, faults);
  const parts = config.steps.length === 0 ? [null] : config.steps;
  const steps = parts.map((step) => stepOf(config, step, files, faults));
  if (faults.length > 0) return { ok: false, faults };
  const task: EnvironmentTask = {
    format: 'harbor',
    schemaVersion: config.schemaVersion,
    name: config.task?.name ?? null,
    packageVersion: config.task?.version ?? null,
    description: config.task?.description ?? '',
    authors: config.task?.authors ?? [],
    keywords: config.task?.keywords ?? [],
    metadata: config.metadata,
    source: config.source ?? null,
    machine,
    steps,
    rewardStrategy: config.rewardStrategy,
    needs: harborNeeds(config, machine.definition, read.unknownKeys),
    withoutNetwork: false,
  };
  return { ok: true, task };
}

const definitionIn = (files: TaskFiles, folder: string): string | null =>
  firstOf(files, [`${folder}/docker-compose.yaml`, `${folder}/Dockerfile`]);

function machineOf({ environment }: TaskConfig, files: TaskFiles, faults: TaskFault[]): TaskMachine {
  const definition = definitionIn(files, 'environment');
  // Machines of other kinds are described by other files of the folder, which are for their own runners.
  if (definition === null && environment.dockerImage === null && !hasFolder(files, 'environment')) {
    const message = 'The file is missing, and docker_image names no image.';
    faults.push({ file: 'environment/Dockerfile', field: null, message });
  }
  return { ...environment, definition };
}

/** `section` is null for a task without steps, whose only step is the task itself. */
function stepOf(
  config: TaskConfig,
  section: StepSection | null,
  files: TaskFiles,
  faults: TaskFault[],
): TaskStep {
  const folder = section === null ? '' : `steps/${section.name}/`;
  const instruction = filledTextOf(files, `${folder}instruction.md`);
  if (typeof instruction !== 'string') faults.push(instruction);
  const workdir = `${folder}workdir`;
  const hasWorkdir = section !== null && hasFolder(files, workdir);
  return {
    name: section?.name ?? null,
    instruction: typeof instruction === 'string' ? withoutCanary(instruction) : '',
    workdirFolder: hasWorkdir ? workdir : null,
    setupScript: hasWorkdir ? firstOf(files, [`${workdir}/setup.sh`]) : null,
    agent: agentOf(config, section),
    verifier: verifierOf(config, section, files, faults),
    solution: {
      script: firstOf(files, scriptsIn(config, `${folder}solution/solve`)),
      variables: config.solution.env,
    },
    minReward: section?.minReward ?? null,
    healthcheck: section?.healthcheck ?? null,
    artifacts: [...config.artifacts, ...(section?.artifacts ?? [])],
  };
}

const CANARY = /^(?:<!--.*canary.*-->|#.*canary.*)$/i;

/** Marks at the top by which a published task is found in training data; agents are not shown them. */
function withoutCanary(instruction: string): string {
  const lines = instruction.split('\n');
  const first = lines.findIndex((line) => !CANARY.test(line.trim()));
  return first <= 0
    ? instruction
    : lines
        .slice(first)
        .join('\n')
        .replace(/^\s*\n/, '');
}

const scriptsIn = ({ environment }: TaskConfig, stem: string): string[] =>
  environment.os === 'windows' ? [`${stem}.bat`, `${stem}.ps1`] : [`${stem}.sh`];

function agentOf({ agent }: TaskConfig, section: StepSection | null): TaskStep['agent'] {
  const own = section?.agent;
  return {
    timeoutSeconds: own?.timeoutSeconds ?? agent.timeoutSeconds ?? PHASE_SECONDS,
    user: own?.user ?? agent.user,
    network: own?.network ?? agent.network,
  };
}

/** A step inherits everything of the task's tests but their time limit; its own files replace the task's of the same name. */
function verifierOf(
  config: TaskConfig,
  section: StepSection | null,
  files: TaskFiles,
  faults: TaskFault[],
): TaskStep['verifier'] {
  const folders = section === null ? ['tests'] : ['tests', `steps/${section.name}/tests`];
  const script = firstOf(
    files,
    folders.toReversed().flatMap((folder) => scriptsIn(config, `${folder}/test`)),
  );
  const own = section?.verifier;
  const { verifier } = config;
  const machine = testMachineOf(config, own, files);
  // The image of a machine of their own may hold the tests already.
  if (script === null && machine === null)
    faults.push({ file: `${folders.at(-1)}/test.sh`, field: null, message: 'The file is missing.' });
  const timeoutSeconds = own === undefined ? verifier.timeoutSeconds : own.timeoutSeconds;
  return {
    timeoutSeconds: timeoutSeconds ?? PHASE_SECONDS,
    user: own?.user ?? verifier.user,
    network: own?.network ?? verifier.network,
    variables: { ...verifier.variables, ...own?.variables },
    testFolders: folders.filter((folder) => hasFolder(files, folder)),
    script: script ?? '',
    command: `${config.environment.os === 'windows' ? 'cmd /c' : 'bash'} /tests/${script?.split('/').at(-1) ?? (config.environment.os === 'windows' ? 'test.bat' : 'test.sh')}`,
    verdict: { from: 'rewardFile' },
    machine,
    collect: [...(own === undefined || own.collect.length === 0 ? verifier.collect : own.collect)],
  };
}

/** Tests with a machine of their own and no description of it run on a fresh one like the agent's. */
function testMachineOf(
  config: TaskConfig,
  own: VerifierSection | undefined,
  files: TaskFiles,
): TaskMachine | null {
  const mode = own?.mode ?? config.verifier.mode;
  if (mode !== 'separate') return null;
  const machine = own?.machine ?? config.verifier.machine;
  if (machine !== null) return { ...machine, definition: definitionIn(files, 'tests') };
  return { ...config.environment, definition: definitionIn(files, 'environment') };
}
