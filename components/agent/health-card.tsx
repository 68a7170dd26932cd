import { Card } from '@/components/ui/card';
import { DefinitionList } from '@/components/ui/definition-list';
import type { AgentFigures } from '@/lib/contracts/agent-shapes';
import { failureWords } from '@/lib/view/agent-words';
import { formatCount, formatDuration, formatUsd, NOT_KNOWN } from '@/lib/view/numbers';

interface HealthCardProps {
  readonly figures: AgentFigures;
  readonly forecast: readonly string[];
}

/** Figures of the last rollouts, and what the next one will probably take. */
export function HealthCard({ figures, forecast }: HealthCardProps) {
  const { attempts, ms, tokens, usd, perHour } = figures;
  return (
    <Card
      title="Health"
      description={
        attempts === 0 ? 'No rollout in the last 30 days.' : 'Last 1,000 rollouts of the last 30 days.'
      }
    >
      {attempts === 0 ? null : (
        <DefinitionList
          items={[
            { term: 'Rollouts', value: formatCount(attempts) },
            { term: 'Completed', value: formatCount(figures.completed) },
            { term: 'Failed', value: formatCount(figures.failed) },
            { term: 'Time-outs', value: formatCount(figures.timedOut) },
            { term: 'Ended in the last hour', value: perHour === null ? NOT_KNOWN : formatCount(perHour) },
            { term: 'Median time', value: ms === null ? NOT_KNOWN : formatDuration(ms.median) },
            {
              term: 'Tokens per rollout',
              value: tokens === null ? NOT_KNOWN : formatCount(Math.round(tokens.mean)),
            },
            { term: 'Cost per rollout', value: usd === null ? NOT_KNOWN : formatUsd(usd.mean) },
          ]}
        />
      )}
      {figures.failures.length > 0 ? (
        <ul aria-label="Failures by kind" className="mt-4 flex flex-col gap-1 text-[0.8125rem] text-ink-soft">
          {figures.failures.map(({ kind, fault, count }) => (
            <li key={`${kind}/${fault}`} className="flex justify-between gap-4">
              <span className="min-w-0 break-words">{failureWords(kind, fault)}</span>
              <span className="numbers">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-4 text-ink-faint text-xs">{forecast.join(' ')}</p>
    </Card>
  );
}
