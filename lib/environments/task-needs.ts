import type { EnvironmentTask, NeedCode, TaskNeed } from '@/lib/domain/environment-task';

/**
 * A sandbox says which needs of a task it offers. The others are named before the task runs and are never dropped
 * silently.
 */
const SENTENCES: Readonly<Record<NeedCode, string>> = {
  dockerfile: 'An image is built from a Dockerfile.',
  dockerCompose: 'Services are started with Docker Compose.',
  dockerImage: 'A published image is the file system.',
  otherMachine: 'No Dockerfile, Docker Compose file or image describes the machine.',
  windows: 'The environment is Windows.',
  gpu: 'The environment has GPUs.',
  tpu: 'The environment has TPUs.',
  internet: 'The environment reaches the internet.',
  hostAllowlist: 'The network reaches named hosts only.',
  namedUser: 'A phase runs under an account of the image.',
  hostVariables: 'Variables take their values, perhaps secrets, from the host.',
  mcpServers: 'The agent uses MCP servers of the environment.',
  skills: 'Skills of the environment are copied into the agent.',
  separateVerifier: 'Tests run on a machine of their own.',
  collectHooks: 'Commands save the state of services before artifacts are collected.',
  sidecarArtifacts: 'Artifacts come from another service than the main one.',
  sharedShell: 'Tests run in the shell that the agent used.',
  typedSolution: 'The solution is typed into a terminal, command by command.',
  outputParser: 'The output of the tests needs a parser that is not built in.',
  newerSchema: 'The schema version is unknown, perhaps newer.',
  unknownKey: 'The format has no such key.',
};

export const needSentence = (code: NeedCode): string => SENTENCES[code];

/** Needs that a sandbox with these offers cannot meet, in the order of the task. */
export function unmetNeeds(task: EnvironmentTask, offered: ReadonlySet<NeedCode>): TaskNeed[] {
  return task.needs.filter(({ code }) => !offered.has(code) && !(task.withoutNetwork && NETWORK.has(code)));
}

const NETWORK: ReadonlySet<NeedCode> = new Set(['internet', 'hostAllowlist']);

/** The task as a person lets it run; unchanged where it wants no network. Tasks of Terminal-Bench cannot say whether they do. */
export function runWithoutNetwork(task: EnvironmentTask): EnvironmentTask {
  return task.needs.some(({ code }) => NETWORK.has(code)) ? { ...task, withoutNetwork: true } : task;
}
