import type { TrialException, TrialResult } from './trial-result';

/** The part of a trial that failed, by the name of Harbor's exception, else by the last part that began. */
export type TrialPhase = 'start' | 'build' | 'setup' | 'model' | 'verifier' | 'reward' | 'stopped';

const PHASES: Readonly<Record<string, readonly [TrialPhase, code: string]>> = {
  EnvironmentStartTimeoutError: ['build', 'overTime'],
  SandboxBuildFailedError: ['build', 'failed'],
  HealthcheckError: ['build', 'healthcheck'],
  AgentSetupTimeoutError: ['setup', 'overTime'],
  VerifierTimeoutError: ['verifier', 'overTime'],
  AddTestsDirError: ['verifier', 'failed'],
  DownloadVerifierDirError: ['verifier', 'failed'],
  RewardFileNotFoundError: ['reward', 'missing'],
  RewardFileEmptyError: ['reward', 'empty'],
  VerifierOutputParseError: ['reward', 'unparsable'],
  CancelledError: ['stopped', 'cancelled'],
};

/** The agent's model or its account could not be reached; the agent did not fail at the task. */
const OF_MODEL = /^(?:Api|NetworkConnection|ModelNotFound|AgentAuthentication)\w*Error$/;

export const isTimeOut = ({ exception_type: type }: TrialException): boolean => type === 'AgentTimeoutError';

/** Rewards that were written before this exception do not count. */
export const isOutside = ({ exception_type: type }: TrialException): boolean =>
  OF_MODEL.test(type) || type === 'CancelledError';

export function phaseOf(
  exception: TrialException | null,
  trial: Omit<TrialResult, 'trial_name'>,
): readonly [phase: TrialPhase, code: string] {
  const type = exception?.exception_type ?? '';
  const known = PHASES[type];
  if (known !== undefined) return known;
  if (OF_MODEL.test(type)) return ['model', 'unreachable'];
  const code = exception === null ? 'noReward' : 'failed';
  const began = (part: 'verifier' | 'agent_execution' | 'agent_setup' | 'environment_setup') =>
    typeof trial[part]?.started_at === 'string';
  if (began('verifier')) return ['verifier', code];
  if (began('agent_execution')) return ['verifier', code === 'noReward' ? 'notRun' : code];
  if (began('agent_setup')) return ['setup', code];
  return began('environment_setup') ? ['build', code] : ['start', code];
}
