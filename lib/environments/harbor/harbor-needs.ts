import type { NeedCode, NetworkPolicy, TaskMachine, TaskNeed } from '@/lib/domain/environment-task';
import type { AgentSection, VerifierSection } from './phase-sections';
import { CONFIG_FILE, type TaskConfig } from './task-config';

/** Needs of a Harbor task beyond a plain sandbox, each with the file and field that asks. */
const KNOWN_SCHEMAS = ['1.0', '1.1', '1.2', '1.3', '1.4'];

/** A value that the host fills in, with or without a default. */
const FROM_HOST = /\$\{[^}]*\}/;

type Need = readonly [code: NeedCode, field: string];

export function harborNeeds(
  config: TaskConfig,
  definition: string | null,
  unknownKeys: readonly string[],
): TaskNeed[] {
  const fields: Need[] = [
    ...when(!KNOWN_SCHEMAS.includes(config.schemaVersion), ['newerSchema', 'schema_version']),
    ...machineNeeds(config.environment, 'environment', definition?.endsWith('/Dockerfile') === true),
    ...phaseNeeds(config, ''),
    ...variableNeeds(config.solution.env, 'solution.env'),
    ...config.steps.flatMap((step, index) => phaseNeeds(step, `steps[${index}].`)),
    ...unknownKeys.map((key): Need => ['unknownKey', key]),
  ];
  return [
    ...definitionNeeds(definition, config.environment.dockerImage),
    ...fields.map(([code, field]) => ({ code, file: CONFIG_FILE, field })),
  ];
}

const when = (isNeeded: boolean, need: Need): Need[] => (isNeeded ? [need] : []);

/** A published image is a build of the Dockerfile, so only one of the two is needed. */
function definitionNeeds(definition: string | null, image: string | null): TaskNeed[] {
  if (definition === null) return image === null ? [need('otherMachine', 'environment')] : [];
  return [need(definition.endsWith('/Dockerfile') ? 'dockerfile' : 'dockerCompose', definition)];
}

const need = (code: NeedCode, file: string): TaskNeed => ({ code, file, field: null });

function machineNeeds(machine: Omit<TaskMachine, 'definition'>, section: string, isBuilt: boolean): Need[] {
  return [
    ...when(machine.dockerImage !== null && !isBuilt, ['dockerImage', `${section}.docker_image`]),
    ...when(machine.os === 'windows', ['windows', `${section}.os`]),
    ...when(machine.gpus > 0, ['gpu', `${section}.gpus`]),
    ...when(machine.tpu !== null, ['tpu', `${section}.tpu`]),
    ...networkNeeds(machine.network, section),
    ...variableNeeds(machine.variables, `${section}.env`),
    ...when(machine.mcpServers.length > 0, ['mcpServers', `${section}.mcp_servers`]),
    ...when(machine.skillsFolder !== null, ['skills', `${section}.skills_dir`]),
  ];
}

function networkNeeds(network: NetworkPolicy | null, section: string): Need[] {
  if (network === null || network.mode === 'none') return [];
  return [[network.mode === 'public' ? 'internet' : 'hostAllowlist', `${section}.network_mode`]];
}

function variableNeeds(variables: Readonly<Record<string, string>>, section: string): Need[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    when(FROM_HOST.test(value), ['hostVariables', `${section}.${name}`]),
  );
}

/** Needs of the phases of a task or of one step, each named where it is written and not where it is inherited. */
function phaseNeeds(
  {
    agent,
    verifier,
    artifacts,
  }: { agent: AgentSection; verifier: VerifierSection; artifacts: TaskConfig['artifacts'] },
  prefix: string,
): Need[] {
  const tests = `${prefix}verifier`;
  return [
    ...when(agent.user !== null, ['namedUser', `${prefix}agent.user`]),
    ...networkNeeds(agent.network, `${prefix}agent`),
    ...when(verifier.user !== null, ['namedUser', `${tests}.user`]),
    ...networkNeeds(verifier.network, tests),
    ...variableNeeds(verifier.variables, `${tests}.env`),
    ...when(verifier.mode === 'separate', ['separateVerifier', `${tests}.environment_mode`]),
    ...(verifier.machine === null ? [] : machineNeeds(verifier.machine, `${tests}.environment`, false)),
    ...when(verifier.collect.length > 0, ['collectHooks', `${tests}.collect`]),
    ...artifacts.flatMap(({ service }, index) =>
      when(service !== null && service !== 'main', ['sidecarArtifacts', `${prefix}artifacts[${index}]`]),
    ),
  ];
}
