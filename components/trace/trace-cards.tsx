'use client';

import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import { Input } from '@/components/ui/input';
import type { TraceDetailView } from '@/lib/contracts/traces';
import { JUDGEMENTS } from '@/lib/view/judge-queue';
import { formatCount, formatDuration, formatUsd, NOT_KNOWN, plural } from '@/lib/view/numbers';
import { ScoreBadge } from './score-badge';
import { useJudgeTrace } from './use-traces';

/** Lets a person judge a trace, and lists the judgements of other sources. */
export function JudgementCard({ trace }: { readonly trace: TraceDetailView }) {
  const { mayExperiment } = useViewer();
  const judge = useJudgeTrace();
  const own = trace.scores.find(({ by }) => by === 'person');
  const [note, setNote] = useState(own?.explanation ?? '');
  const give = (value: number | null) =>
    judge.mutate({ id: trace.id, value, explanation: value === null ? '' : note }, { onError: tellProblem });
  return (
    <Card title="Judgement">
      <div className="flex flex-col gap-3 text-[0.8125rem]">
        <div className="flex flex-wrap gap-1.5">
          {JUDGEMENTS.map(({ value, label }) => (
            <Button
              key={value}
              size="sm"
              aria-pressed={own?.value === value}
              variant={own?.value === value ? 'primary' : 'secondary'}
              blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
              busy={judge.isPending && judge.variables.value === value}
              onClick={() => give(value)}
            >
              {label}
            </Button>
          ))}
        </div>
        <Input
          aria-label="Why"
          placeholder="Why: runs that learn from it read this"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {own ? (
          <Button variant="link" size="inline" className="w-fit" onClick={() => give(null)}>
            Take my judgement back
          </Button>
        ) : null}
        {trace.scores.length === 0 ? null : (
          <ul className="flex flex-col gap-2 border-line border-t pt-3">
            {trace.scores.map((score) => (
              <li key={`${score.by} ${score.name}`} className="flex flex-col gap-0.5">
                <span className="flex flex-wrap items-center gap-2">
                  <ScoreBadge score={score.value} by={score.by} />
                  <span className="break-words text-ink-soft">{score.label ?? score.name}</span>
                </span>
                {score.explanation === null ? null : (
                  <span className="break-words text-ink-faint text-xs">{score.explanation}</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

/** Facts of a trace: its prompt, models, tools, and its cost and time. */
export function TraceFactsCard({ trace }: { readonly trace: TraceDetailView }) {
  const { service, models, tools, promptName, promptVersion, sessionId } = trace;
  const unread = Object.entries(trace.unread);
  return (
    <Card title="Facts">
      <DefinitionList
        className="sm:grid-cols-1"
        items={[
          { term: 'Service', value: service || NOT_KNOWN },
          { term: 'Agent', value: trace.agentName || NOT_KNOWN },
          { term: 'Models', value: models.join(', ') || NOT_KNOWN },
          { term: 'Tools', value: tools.join(', ') || 'none' },
          {
            term: 'Prompt',
            value: promptName === null ? NOT_KNOWN : `${promptName} ${promptVersion ?? ''}`,
          },
          { term: 'Session', value: sessionId ?? NOT_KNOWN },
          {
            term: 'Calls',
            value: `${plural(trace.modelCalls, 'model call')}, ${plural(trace.toolCalls, 'tool call')}, ${trace.toolErrors} failed`,
          },
          { term: 'Tokens', value: `${formatCount(trace.tokensIn)} in, ${formatCount(trace.tokensOut)} out` },
          { term: 'Cost', value: trace.costUsd === null ? NOT_KNOWN : formatUsd(trace.costUsd) },
          { term: 'Took', value: trace.durationMs === null ? NOT_KNOWN : formatDuration(trace.durationMs) },
          ...(unread.length === 0
            ? []
            : [
                {
                  term: 'Not read',
                  value: unread.map(([name, count]) => `${plural(count, 'record')} of ${name}`).join(', '),
                },
              ]),
        ]}
      />
    </Card>
  );
}
