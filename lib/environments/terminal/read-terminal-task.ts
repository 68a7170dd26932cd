import { z } from 'zod';
import type { EnvironmentTask, TaskMachine, TaskNeed } from '@/lib/domain/environment-task';
import type { JsonValue } from '@/lib/domain/json';
import { readModestYaml } from '@/lib/domain/modest-yaml';
import { readStrictly } from '../strict-reading';
import { firstOf, hasFolder, type TaskFault, type TaskFiles, textOf } from '../task-files';
import type { TaskReading } from '../task-reading';

/** A task of Terminal-Bench 1, from the files of its folder: task.yaml, docker-compose.yaml, run-tests.sh, tests, solution. */
export const CONFIG_FILE = 'task.yaml';
const COMPOSE = 'docker-compose.yaml';
const TEST_SCRIPT = 'run-tests.sh';
const BUILT_IN_PARSERS = ['pytest'];

const seconds = z.number('Give a number of seconds.').positive('Give more than 0 seconds.');
const minutes = z.number('Give a number of minutes.').min(0, 'Give 0 minutes or more.');
const text = z.string('Give text.');

const config = z.strictObject({
  instruction: text.refine((words) => words.trim() !== '', 'Give an instruction.'),
  author_name: text.default('unknown'),
  author_email: text.default('unknown'),
  difficulty: z.enum(['easy', 'medium', 'hard', 'unknown'], 'Give easy, medium, hard or unknown.'),
  category: text.default('software_engineering'),
  tags: z.array(text, 'Give a list of texts.').default([]),
  parser_name: text.default('pytest'),
  max_agent_timeout_sec: seconds.default(360),
  max_test_timeout_sec: seconds.default(60),
  run_tests_in_same_shell: z.boolean('Give true or false.').default(false),
  disable_asciinema: z.boolean('Give true or false.').default(false),
  estimated_duration_sec: seconds.nullish(),
  expert_time_estimate_min: minutes.nullish(),
  junior_time_estimate_min: minutes.nullish(),
});
type Config = z.output<typeof config>;

export function readTerminalTask(files: TaskFiles): TaskReading {
  const yaml = textOf(files, CONFIG_FILE);
  if (typeof yaml !== 'string') return { ok: false, faults: [yaml] };
  const document = readModestYaml(yaml, '1.1');
  if (!document.ok)
    return {
      ok: false,
      faults: [{ file: CONFIG_FILE, field: null, message: `The file is no YAML: ${document.message}` }],
    };
  const read = readStrictly(CONFIG_FILE, config, (document.value ?? {}) as JsonValue);
  if (!read.ok) return read;
  const faults = [TEST_SCRIPT, COMPOSE].filter((file) => !files.has(file)).map(missing);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, task: taskOf(read.value, files, read.unknownKeys) };
}

const missing = (file: string): TaskFault => ({ file, field: null, message: 'The file is missing.' });

function taskOf(task: Config, files: TaskFiles, unknownKeys: readonly string[]): EnvironmentTask {
  const author = {
    name: task.author_name,
    email: task.author_email === 'unknown' ? null : task.author_email,
  };
  const solution = firstOf(files, ['solution.sh', 'solution.yaml']);
  return {
    ...{ format: 'terminalBench', schemaVersion: '1', name: null, packageVersion: null, description: '' },
    authors: author.name === 'unknown' ? [] : [author],
    keywords: task.tags,
    metadata: metadataOf(task),
    source: null,
    machine: MACHINE,
    steps: [
      {
        ...{ name: null, instruction: task.instruction, workdirFolder: null, setupScript: null },
        agent: { timeoutSeconds: task.max_agent_timeout_sec, user: null, network: null },
        verifier: {
          ...{ timeoutSeconds: task.max_test_timeout_sec, user: null, network: null, variables: {} },
          testFolders: hasFolder(files, 'tests') ? ['tests'] : [],
          script: TEST_SCRIPT,
          command: `bash /tests/${TEST_SCRIPT}`,
          verdict: { from: 'output', parser: task.parser_name },
          ...{ machine: null, collect: [] },
        },
        solution: { script: solution, variables: {} },
        ...{ minReward: null, healthcheck: null, artifacts: [] },
      },
    ],
    rewardStrategy: 'mean',
    needs: needsOf(task, solution, unknownKeys),
    withoutNetwork: false,
  };
}

/** Limits are in the compose file, so the machine has the usual ones. */
const MACHINE: TaskMachine = {
  ...{ definition: COMPOSE, dockerImage: null, os: 'linux', buildTimeoutSeconds: 600 },
  ...{ cpus: 1, memoryMb: 2048, storageMb: 10_240, gpus: 0, gpuTypes: null, tpu: null },
  ...{ network: { mode: 'public', hosts: [] }, variables: {}, workdir: null, healthcheck: null },
  ...{ mcpServers: [], skillsFolder: null },
};

function metadataOf(task: Config): EnvironmentTask['metadata'] {
  return {
    difficulty: task.difficulty,
    category: task.category,
    estimated_duration_sec: task.estimated_duration_sec ?? null,
    expert_time_estimate_min: task.expert_time_estimate_min ?? null,
    junior_time_estimate_min: task.junior_time_estimate_min ?? null,
  };
}

/** Asciinema records the terminal for people; without it nothing of the task is missing. */
function needsOf(task: Config, solution: string | null, unknownKeys: readonly string[]): TaskNeed[] {
  const hasParser = BUILT_IN_PARSERS.includes(task.parser_name);
  return [
    { code: 'dockerCompose', file: COMPOSE, field: null },
    { code: 'internet', file: COMPOSE, field: null },
    ...(task.run_tests_in_same_shell ? [need('sharedShell', 'run_tests_in_same_shell')] : []),
    ...(hasParser ? [] : [need('outputParser', 'parser_name')]),
    ...(solution === 'solution.yaml'
      ? [{ code: 'typedSolution' as const, file: solution, field: null }]
      : []),
    ...unknownKeys.map((key) => need('unknownKey', key)),
  ];
}

const need = (code: TaskNeed['code'], field: string): TaskNeed => ({ code, file: CONFIG_FILE, field });
