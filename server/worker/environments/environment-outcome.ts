import { type EnvironmentVerdict, VERDICT_LIMITS } from '@/lib/domain/environment-verdict';
import { ROLLOUT_VERSION, type RolloutJob } from '@/lib/domain/rollout-documents';
import type { CarryEnd } from '@/lib/ports/agent';
import { cutMiddle } from '@/lib/trajectory/cut-text';

const OUTPUT_CHARS_MAX = 1_000_000;
/** An agent that said nothing has still left a state that was judged. */
const SILENT = '(The agent said nothing.)';

/** The end of a rollout whose environment has judged it, within what a row may hold. */
export function judgedOutcome(
  { rolloutId, attempt }: Pick<RolloutJob, 'rolloutId' | 'attempt'>,
  text: string,
  verdict: EnvironmentVerdict,
): CarryEnd {
  const said = text.trim() === '' ? SILENT : text.slice(0, OUTPUT_CHARS_MAX);
  return {
    kind: 'outcome',
    outcome: { version: ROLLOUT_VERSION, rolloutId, attempt, status: 'completed', output: { text: said } },
    environment: {
      ...verdict,
      output: cutMiddle(verdict.output, VERDICT_LIMITS.output).text,
      changedFiles: verdict.changedFiles.slice(0, VERDICT_LIMITS.files),
      tests:
        verdict.tests && Object.fromEntries(Object.entries(verdict.tests).slice(0, VERDICT_LIMITS.tests)),
    },
  };
}
