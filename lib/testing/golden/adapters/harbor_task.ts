import { PHASE_SECONDS } from '@/lib/environments/harbor/phase-sections';
import { type Rewards, readRewards } from '@/lib/environments/harbor/reward-files';
import { readTaskConfig, type TaskConfig } from '@/lib/environments/harbor/task-config';
import { isRefusedByPeer, listField, textField } from '../case-fields';
import { decodedFloat } from '../compare';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { objectField } from '../object-field';
import { type RewardMetric, rewardMetric } from '../peer-reward-metrics';

/** Harbor's task.toml, reward files and metrics. Exact. */
export const adapter: GoldenAdapter = { groups: { task_toml: config, rewards, metrics } };

function config(testCase: GoldenCase): Comparison[] {
  const toml = textField(testCase, 'toml');
  const read = readTaskConfig(toml);
  if (isRefusedByPeer(testCase) || !read.ok)
    return [{ what: 'refuses', actual: !read.ok, expected: isRefusedByPeer(testCase) }];
  const expected = objectField(testCase, 'config');
  const { version, ...known } = expected;
  const compared = { what: 'config', actual: peerConfig(read.value), expected: known };
  // The file's own note: its peer is older than schema_version and does not read it.
  if (/^\s*schema_version\s*=/m.test(toml)) return [compared];
  return [compared, { what: 'version', actual: read.value.schemaVersion, expected: version }];
}

/** The fields that the older peer knows, by its names. */
function peerConfig({ metadata, verifier, agent, environment, solution, source }: TaskConfig) {
  return {
    metadata,
    verifier: { timeout_sec: verifier.timeoutSeconds ?? PHASE_SECONDS, env: verifier.variables },
    agent: { timeout_sec: agent.timeoutSeconds ?? PHASE_SECONDS },
    environment: {
      build_timeout_sec: environment.buildTimeoutSeconds,
      docker_image: environment.dockerImage,
      cpus: environment.cpus,
      memory_mb: environment.memoryMb,
      storage_mb: environment.storageMb,
      gpus: environment.gpus,
      gpu_types: environment.gpuTypes,
      allow_internet: environment.network.mode === 'public',
    },
    solution: { env: solution.env },
    source: source ?? null,
  };
}

/** A reward file that is missing is null in the vectors. */
function rewards(testCase: GoldenCase): Comparison[] {
  const read = readRewards({ text: contentOf(testCase.reward_txt), json: contentOf(testCase.reward_json) });
  if (!isRefusedByPeer(testCase) && isFlat(testCase.rewards))
    return [
      { what: 'rewards', actual: read.ok ? read.rewards : read.fault.code, expected: testCase.rewards },
    ];
  const codes = new Map<unknown, string>([
    ['RewardFileNotFoundError', 'missing'],
    ['RewardFileEmptyError', 'empty'],
  ]);
  const expected = codes.get(testCase.error) ?? 'unparsable';
  return [{ what: 'fault', actual: read.ok ? read.rewards : read.fault.code, expected }];
}

function contentOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * The rules of the file were transcribed without the class that holds their result, which refuses everything but numbers by
 * name.
 */
function isFlat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((reward) => typeof decodedFloat(reward) === 'number');
}

function metrics(testCase: GoldenCase): Comparison[] {
  const trials = listField(testCase, 'rewards').map((given) => given as Rewards | null);
  const names: readonly RewardMetric[] = ['mean', 'sum', 'max', 'min'];
  return names.map((name) => {
    const value = rewardMetric(name, trials);
    const expected = objectField(testCase, name);
    const actual = value === undefined ? 'none' : { [name]: value };
    return { what: name, actual, expected: 'error' in expected ? 'none' : expected };
  });
}
