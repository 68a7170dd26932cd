import type { TraceDetailView, TraceView } from '@/lib/contracts/traces';
import type { Trace, TraceScore } from '@/server/db/generated/client';

/** Rows of traces as the API gives them. */
export function traceView(row: Trace): TraceView {
  const { id, service, name, agentName, models, tools, promptName, promptVersion, sessionId } = row;
  const { task, output, error, durationMs, steps, modelCalls, toolCalls, toolErrors } = row;
  const { tokensIn, tokensOut, costUsd, score, scoreLabel, feedback } = row;
  return {
    ...{ id, service, name, agentName, models, tools, promptName, promptVersion, sessionId },
    ...{ task, output, error, durationMs, steps, modelCalls, toolCalls, toolErrors },
    ...{ tokensIn, tokensOut, costUsd, score, scoreLabel, feedback },
    source: row.source as TraceView['source'],
    state: row.state as TraceView['state'],
    scoredBy: row.scoredBy as TraceView['scoredBy'],
    startedAt: row.startedAt.toISOString(),
  };
}

export const scoreView = ({
  name,
  by,
  value,
  label,
  explanation,
  at,
}: TraceScore): TraceDetailView['scores'][number] => ({
  ...{ name, value, label, explanation, at: at.toISOString() },
  by: by as TraceDetailView['scores'][number]['by'],
});
