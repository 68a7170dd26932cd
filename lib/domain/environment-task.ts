import { z } from 'zod';

/**
 * A task that an agent solves in an environment, and that tests judge there: an instruction, the machine, the tests and an
 * oracle's solution. Readers of task formats (lib/environments) make it, sandboxes run it. Paths are those of the task's
 * folder. A task without steps of its own has one step, without a name; settings that steps inherit are filled in.
 */
const seconds = z.number().positive();
const variables = z.record(z.string(), z.string());
/** Name or number of an account in the environment; null is the account of the image. */
const account = z.union([z.string(), z.number().int()]).nullable();

export const networkPolicySchema = z.strictObject({
  mode: z.enum(['none', 'public', 'allowlist']),
  /** Host names, addresses and ranges that an allowlist lets through. */
  hosts: z.array(z.string()),
});
export type NetworkPolicy = z.output<typeof networkPolicySchema>;

const healthcheckSchema = z.strictObject({
  command: z.string(),
  intervalSeconds: z.number().min(0),
  timeoutSeconds: seconds,
  /** Failures within this time do not count. */
  startPeriodSeconds: z.number().min(0),
  startIntervalSeconds: z.number().min(0),
  retries: z.number().int().min(0),
});
export type Healthcheck = z.output<typeof healthcheckSchema>;

const artifactSchema = z.strictObject({
  source: z.string(),
  destination: z.string().nullable(),
  exclude: z.array(z.string()),
  service: z.string().nullable(),
});
export type TaskArtifact = z.output<typeof artifactSchema>;

const mcpServerSchema = z.strictObject({
  name: z.string(),
  transport: z.enum(['stdio', 'sse', 'streamable-http']),
  url: z.string().nullable(),
  command: z.string().nullable(),
  args: z.array(z.string()),
});

const machineSchema = z.strictObject({
  /** File that describes the image, or null where only an image is named. */
  definition: z.string().nullable(),
  dockerImage: z.string().nullable(),
  os: z.enum(['linux', 'windows']),
  buildTimeoutSeconds: seconds,
  cpus: z.number().int().min(0),
  memoryMb: z.number().int().min(0),
  storageMb: z.number().int().min(0),
  gpus: z.number().int().min(0),
  /** Null accepts any kind. */
  gpuTypes: z.array(z.string()).nullable(),
  tpu: z.strictObject({ type: z.string(), topology: z.string() }).nullable(),
  network: networkPolicySchema,
  variables,
  workdir: z.string().nullable(),
  healthcheck: healthcheckSchema.nullable(),
  mcpServers: z.array(mcpServerSchema),
  skillsFolder: z.string().nullable(),
});
export type TaskMachine = z.output<typeof machineSchema>;

const agentPhaseSchema = z.strictObject({
  timeoutSeconds: seconds,
  user: account,
  /** Null keeps the policy of the machine. */
  network: networkPolicySchema.nullable(),
});

const verifierPhaseSchema = z.strictObject({
  timeoutSeconds: seconds,
  user: account,
  network: networkPolicySchema.nullable(),
  variables,
  /** Folders copied to /tests in this order, so a later one replaces files of an earlier one. */
  testFolders: z.array(z.string()),
  script: z.string(),
  command: z.string(),
  /** Where the verdict is: a reward file that the script writes, or its output, read by a parser. */
  verdict: z.union([
    z.strictObject({ from: z.literal('rewardFile') }),
    z.strictObject({ from: z.literal('output'), parser: z.string() }),
  ]),
  /** A machine of its own for the tests, or null where they run on the agent's. */
  machine: machineSchema.nullable(),
  collect: z.array(
    z.strictObject({ command: z.string(), service: z.string(), timeoutSeconds: seconds, user: account }),
  ),
});

const stepSchema = z.strictObject({
  name: z.string().nullable(),
  instruction: z.string(),
  /** Folder copied into the working directory before the step, and its script. */
  workdirFolder: z.string().nullable(),
  setupScript: z.string().nullable(),
  agent: agentPhaseSchema,
  verifier: verifierPhaseSchema,
  solution: z.strictObject({ script: z.string().nullable(), variables }),
  /** Least rewards by name with which the next step is run. */
  minReward: z.record(z.string(), z.number()).nullable(),
  healthcheck: healthcheckSchema.nullable(),
  artifacts: z.array(artifactSchema),
});
export type TaskStep = z.output<typeof stepSchema>;

/** Features beyond a plain Linux sandbox without a network that has limits on time, memory and processes. */
export const NEED_CODES = [
  ...(['dockerfile', 'dockerCompose', 'dockerImage', 'otherMachine', 'windows', 'gpu', 'tpu'] as const),
  ...(['internet', 'hostAllowlist', 'namedUser', 'hostVariables', 'mcpServers', 'skills'] as const),
  ...(['separateVerifier', 'collectHooks', 'sidecarArtifacts', 'sharedShell'] as const),
  ...(['typedSolution', 'outputParser', 'newerSchema', 'unknownKey'] as const),
] as const;
export type NeedCode = (typeof NEED_CODES)[number];

const taskNeedSchema = z.strictObject({
  code: z.enum(NEED_CODES),
  file: z.string(),
  field: z.string().nullable(),
});
export type TaskNeed = z.output<typeof taskNeedSchema>;

export const environmentTaskSchema = z.strictObject({
  format: z.enum(['harbor', 'terminalBench']),
  schemaVersion: z.string(),
  name: z.string().nullable(),
  packageVersion: z.string().nullable(),
  description: z.string(),
  authors: z.array(z.strictObject({ name: z.string(), email: z.string().nullable() })),
  keywords: z.array(z.string()),
  metadata: z.record(z.string(), z.json()),
  source: z.string().nullable(),
  machine: machineSchema,
  steps: z.array(stepSchema).min(1),
  rewardStrategy: z.enum(['mean', 'final']),
  needs: z.array(taskNeedSchema),
  /** A person lets the task run without the network that it may want. */
  withoutNetwork: z.boolean().default(false),
});
export type EnvironmentTask = z.output<typeof environmentTaskSchema>;
