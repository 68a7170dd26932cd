import { describe, expect, it } from 'vitest';
import { environmentTaskSchema } from '@/lib/domain/environment-task';
import type { TaskFiles } from '../task-files';
import { unmetNeeds } from '../task-needs';
import { readHarborTask } from './read-harbor-task';

const folder = (toml: string, others: Readonly<Record<string, string | Uint8Array>> = {}): TaskFiles =>
  new Map<string, string | Uint8Array>([
    ['task.toml', toml],
    ['instruction.md', 'Write hello to /app/out.'],
    ['environment/Dockerfile', 'FROM debian'],
    ['tests/test.sh', 'echo 1 > /logs/verifier/reward.txt'],
    ['solution/solve.sh', 'echo hello > /app/out'],
    ...Object.entries(others),
  ]);

const taskOf = (files: TaskFiles) => {
  const read = readHarborTask(files);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.task;
};

const faultsOf = (files: TaskFiles) => {
  const read = readHarborTask(files);
  return read.ok ? [] : read.faults.map(({ file, field }) => [file, field]);
};

const FROM_HOST = ['$', '{KEY:-none}'].join('');

const STEPS = `
schema_version = "1.3"
multi_step_reward_strategy = "final"
artifacts = ["/app/out"]
[task]
name = "org/two-steps"
authors = [{ name = "Ada", email = "ada@example.com" }]
keywords = ["files"]
[agent]
timeout_sec = 100
user = "agent"
[verifier]
timeout_sec = 50
env = { LEVEL = "1", SHARED = "yes" }
[environment]
network_mode = "no-network"
workdir = "/app"
healthcheck = { command = "test -d /app", retries = 5 }
[[steps]]
name = "first"
min_reward = 0.5
artifacts = [{ source = "/app/log", destination = "log" }]
[steps.agent]
timeout_sec = 7
[steps.verifier]
env = { LEVEL = "2" }
[[steps]]
name = "last"
min_reward = { quality = 0.25 }
`;

const STEP_FILES = {
  'steps/first/instruction.md': 'Begin.',
  'steps/first/workdir/setup.sh': 'true',
  'steps/first/tests/test.sh': 'true',
  'steps/first/solution/solve.sh': 'true',
  'steps/last/instruction.md': new TextEncoder().encode('End.'),
};

describe('a Harbor task', () => {
  it('has the values of the format where task.toml gives none', () => {
    const task = taskOf(folder(''));
    const [step] = task.steps;
    expect([task.schemaVersion, task.name, task.rewardStrategy]).toEqual(['1.0', null, 'mean']);
    expect(task.machine).toMatchObject({ cpus: 1, memoryMb: 2048, storageMb: 10_240, gpus: 0, os: 'linux' });
    expect([step?.agent.timeoutSeconds, step?.verifier.timeoutSeconds]).toEqual([600, 600]);
    expect(step?.verifier).toMatchObject({ command: 'bash /tests/test.sh', verdict: { from: 'rewardFile' } });
    expect(task.needs.map(({ code }) => code)).toEqual(['dockerfile', 'internet']);
  });

  it('fills in what its steps inherit, but not the time limit of tests', () => {
    const { steps } = taskOf(folder(STEPS, STEP_FILES));
    const [first, last] = steps;
    expect(first).toMatchObject({
      instruction: 'Begin.',
      workdirFolder: 'steps/first/workdir',
      setupScript: 'steps/first/workdir/setup.sh',
      agent: { timeoutSeconds: 7, user: 'agent' },
      verifier: { timeoutSeconds: 600, variables: { LEVEL: '2', SHARED: 'yes' } },
      solution: { script: 'steps/first/solution/solve.sh' },
      minReward: { reward: 0.5 },
    });
    expect(first?.verifier.testFolders).toEqual(['tests', 'steps/first/tests']);
    expect(first?.artifacts.map(({ source }) => source)).toEqual(['/app/out', '/app/log']);
    expect(last).toMatchObject({ instruction: 'End.', agent: { timeoutSeconds: 100 }, setupScript: null });
    expect(last?.verifier).toMatchObject({ script: 'tests/test.sh', variables: { LEVEL: '1' } });
    expect(last?.minReward).toEqual({ quality: 0.25 });
  });

  it('is the same after it was stored as JSON', () => {
    const task = taskOf(folder(STEPS, STEP_FILES));
    expect(environmentTaskSchema.parse(JSON.parse(JSON.stringify(task)))).toEqual(task);
  });

  it('names every missing file at once', () => {
    const files = new Map([['task.toml', '[[steps]]\nname = "one"\n']]);
    expect(faultsOf(files)).toEqual([
      ['environment/Dockerfile', null],
      ['steps/one/instruction.md', null],
      ['steps/one/tests/test.sh', null],
    ]);
    expect(faultsOf(new Map())).toEqual([['task.toml', null]]);
  });

  it('is refused where its instruction is empty or no text', () => {
    expect(faultsOf(folder('', { 'instruction.md': ' \n' }))).toEqual([['instruction.md', null]]);
    expect(faultsOf(folder('', { 'instruction.md': Uint8Array.of(0xff, 0xfe) }))).toEqual([
      ['instruction.md', null],
    ]);
  });

  it('needs either its Dockerfile or the image that it names', () => {
    const files = new Map(folder('[environment]\ndocker_image = "img:1"\nnetwork_mode = "no-network"'));
    expect(taskOf(files).needs.map(({ code }) => code)).toEqual(['dockerfile']);
    files.delete('environment/Dockerfile');
    expect(taskOf(files).machine).toMatchObject({ definition: null, dockerImage: 'img:1' });
    expect(taskOf(files).needs.map(({ code }) => code)).toEqual(['dockerImage']);
  });

  it('is read where its machine is described by another kind of file, which is a need', () => {
    const files = new Map(folder('[environment]\nnetwork_mode = "no-network"'));
    files.delete('environment/Dockerfile');
    files.set('environment/machine.yaml', 'kind: desktop');
    expect(taskOf(files).needs).toEqual([{ code: 'otherMachine', file: 'environment', field: null }]);
  });

  it('may leave its tests to the image of their own machine', () => {
    const files = new Map(folder('[verifier]\nenvironment_mode = "separate"'));
    files.delete('tests/test.sh');
    expect(taskOf(files).steps[0]?.verifier.command).toBe('bash /tests/test.sh');
  });

  it('shows agents no canary above the instruction', () => {
    const instructionIn = (text: string) =>
      taskOf(folder('', { 'instruction.md': text })).steps[0]?.instruction;
    expect(instructionIn('<!-- canary 123 -->\n# Canary 4\n\nBegin.\n')).toBe('Begin.\n');
    expect(instructionIn('Begin.\n# canary\n')).toBe('Begin.\n# canary\n');
  });
});

describe('needs of a Harbor task', () => {
  const needsOf = (toml: string, others = {}) =>
    taskOf(folder(toml, others))
      .needs.filter(({ file }) => file === 'task.toml')
      .map(({ code, field }) => [code, field]);
  const CLOSED = 'network_mode = "no-network"\n';

  it.each([
    ['gpus = 2', ['gpu', 'environment.gpus']],
    ['os = "Windows"', ['windows', 'environment.os']],
    ['tpu = { type = "v6e", topology = "2x4" }', ['tpu', 'environment.tpu']],
    ['skills_dir = "/skills"', ['skills', 'environment.skills_dir']],
    [`env = { KEY = "${FROM_HOST}" }`, ['hostVariables', 'environment.env.KEY']],
    ['mcp_servers = [{ name = "m", url = "http://m" }]', ['mcpServers', 'environment.mcp_servers']],
    ['cpu = 3', ['unknownKey', 'environment.cpu']],
  ])('name what %s asks for', (line, need) => {
    const scripts = { 'tests/test.bat': '', 'solution/solve.bat': '' };
    expect(needsOf(`[environment]\n${CLOSED}${line}`, scripts)).toEqual([need]);
  });

  it('name the phase and the step that ask', () => {
    const toml = `
schema_version = "2.0"
[environment]
${CLOSED}
[agent]
user = 1000
network_mode = "allowlist"
allowed_hosts = ["Example.com."]
[[steps]]
name = "first"
surprise = { deep = 1 }
artifacts = [{ source = "/db", service = "db" }]
[steps.verifier]
environment_mode = "separate"
collect = [{ command = "dump", service = "db" }]
`;
    expect(needsOf(toml, STEP_FILES)).toEqual([
      ['newerSchema', 'schema_version'],
      ['namedUser', 'agent.user'],
      ['hostAllowlist', 'agent.network_mode'],
      ['separateVerifier', 'steps[0].verifier.environment_mode'],
      ['collectHooks', 'steps[0].verifier.collect'],
      ['sidecarArtifacts', 'steps[0].artifacts[0]'],
      ['unknownKey', 'steps[0].surprise'],
    ]);
  });

  it('leave out what a sandbox offers', () => {
    const task = taskOf(folder('[environment]\ngpus = 1'));
    expect(unmetNeeds(task, new Set(['dockerfile', 'internet'])).map(({ code }) => code)).toEqual(['gpu']);
  });
});

describe('tests on a machine of their own', () => {
  it('run on a fresh machine like the agent’s where none is described', () => {
    const task = taskOf(folder('[verifier]\nenvironment_mode = "separate"\n[environment]\ncpus = 4'));
    expect(task.steps[0]?.verifier.machine).toEqual(task.machine);
  });

  it('have the machine that [verifier.environment] describes', () => {
    const task = taskOf(
      folder('[verifier.environment]\nmemory = "4G"', { 'tests/Dockerfile': 'FROM debian' }),
    );
    expect(task.steps[0]?.verifier.machine).toMatchObject({ memoryMb: 4096, definition: 'tests/Dockerfile' });
  });
});
