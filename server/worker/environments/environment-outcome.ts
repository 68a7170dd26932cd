import { type EnvironmentVerdict, VERDICT_LIMITS } from '@/lib/domain/environment-verdict';
import { ROLLOUT_VERSION, type RolloutJob, type RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { CarryEnd } from '@/lib/ports/agent';
import { cutMiddle } from '@/lib/trajectory/cut-text';
import { infrastructureFault } from '@/server/adapters/agents/read-outcome';
import type { AttemptResult } from '@/server/adapters/environments/attempt-result';
import { logOf } from '@/server/observability/log';

const OUTPUT_CHARS_MAX = 1_000_000;
/** An agent that said nothing has still left a state that was judged. */
const SILENT = '(The agent said nothing.)';

/** Use and steps as the agent tells them, which count where the proxy saw no call. */
type Reported = Pick<Extract<RolloutOutcome, { status: 'completed' }>, 'usage' | 'trace'>;

/** The end of an attempt at a task. */
export interface EndedAttempt {
  readonly said: string;
  readonly result: AttemptResult;
  /** The task ran so although it may want one. */
  readonly withoutNetwork: boolean;
  readonly reported?: Reported;
}

export function endOfAttempt(
  job: RolloutJob,
  { said, result, withoutNetwork, reported }: EndedAttempt,
): CarryEnd {
  if (result.kind === 'judged')
    return judgedOutcome(job, said, { ...verdictOf(result), withoutNetwork }, reported);
  const { phase, code, detail } = result;
  if (phase === 'stopped' && code === 'stopped') return { kind: 'stopped' };
  logOf('environment').warn({ rolloutId: job.rolloutId, phase, code }, detail);
  return infrastructureFault('environmentFailed', null);
}

function verdictOf(
  result: Extract<AttemptResult, { kind: 'judged' }>,
): Omit<EnvironmentVerdict, 'withoutNetwork'> {
  const { reward, rewards, steps, changedFiles, agentTimedOut } = result;
  const tests = steps.flatMap((step) => Object.entries(step.tests ?? {}));
  return {
    ...{ value: reward, rewards, timedOut: agentTimedOut },
    tests: tests.length === 0 ? null : Object.fromEntries(tests),
    output: steps.map(({ output }) => output.trim()).join('\n\n'),
    changedFiles: changedFiles.map(({ path, change }) => ({ path, change })),
  };
}

/** The end of a rollout whose environment has judged it, within what a row may hold. */
export function judgedOutcome(
  { rolloutId, attempt }: Pick<RolloutJob, 'rolloutId' | 'attempt'>,
  text: string,
  verdict: EnvironmentVerdict,
  reported: Reported = {},
): CarryEnd {
  const said = text.trim() === '' ? SILENT : text.slice(0, OUTPUT_CHARS_MAX);
  return {
    kind: 'outcome',
    outcome: {
      ...{ version: ROLLOUT_VERSION, rolloutId, attempt, status: 'completed', output: { text: said } },
      ...reported,
    },
    environment: {
      ...verdict,
      output: cutMiddle(verdict.output, VERDICT_LIMITS.output).text,
      changedFiles: verdict.changedFiles.slice(0, VERDICT_LIMITS.files),
      tests:
        verdict.tests && Object.fromEntries(Object.entries(verdict.tests).slice(0, VERDICT_LIMITS.tests)),
    },
  };
}
