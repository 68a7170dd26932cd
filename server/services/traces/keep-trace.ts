import type { AssembledTrace } from '@/lib/domain/collected-trace';
import { Redactor } from '@/lib/evaluation/privacy/redact';
import { scrubTrajectory } from '@/lib/trajectory/scrub';

/** A trace from a file as it may be stored: private values masked, and no texts where the workspace keeps none. */
export interface KeptTrace {
  readonly trace: AssembledTrace;
  /** Personal data or a secret was found in it. */
  readonly isPrivate: boolean;
}

export function keepTrace(
  given: AssembledTrace,
  { keepsContent }: { readonly keepsContent: boolean },
): KeptTrace {
  const redactor = new Redactor();
  const change = (text: string) => redactor.redact(text);
  const trace = withTexts(keepsContent ? given : withTexts(given, () => ''), change);
  const names = { sessionId: orNull(trace.sessionId, change), userId: orNull(trace.userId, change) };
  return { trace: { ...trace, ...names }, isPrivate: redactor.size > 0 };
}

const orNull = (text: string | null, change: (text: string) => string) =>
  text === null ? null : change(text);

function withTexts(trace: AssembledTrace, change: (text: string) => string): AssembledTrace {
  return {
    ...trace,
    trajectory: scrubTrajectory(trace.trajectory, change),
    task: change(trace.task),
    output: change(trace.output),
    error: orNull(trace.error, change),
    scores: trace.scores.map((score) => ({ ...score, explanation: orNull(score.explanation, change) })),
  };
}
