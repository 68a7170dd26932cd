'use client';

import { ProblemNotice } from '@/components/api/problem-notice';
import { useAgentForecast } from '@/components/queries/use-agent-forecast';
import { DefinitionList } from '@/components/ui/definition-list';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { atLimitSentence, forecastLines } from '@/lib/view/agent-forecast-lines';

interface AgentForecastPanelProps {
  readonly experimentId: string;
  readonly kind: 'combee' | 'serialBaseline';
}

/** Expected cost and time of the agent's rollouts, before the run is started. Nothing for a run without an agent. */
export function AgentForecastPanel({ experimentId, kind }: AgentForecastPanelProps) {
  const { data, isError, isPending, error, refetch } = useAgentForecast(experimentId, kind);
  if (isError) return <ProblemNotice error={error} onRetry={() => refetch()} />;
  if (isPending) return <Skeleton className="h-24 w-full" />;
  const { forecast } = data;
  if (forecast === null) return null;
  const { agent } = forecast;
  const limit = atLimitSentence(forecast);
  if (forecast.ms === null) {
    return (
      <Notice
        tone="honey"
        title="No forecast yet"
        action={
          <Link href={`/agents/${agent.id}`} className="shrink-0 underline underline-offset-2">
            Test the agent
          </Link>
        }
      >
        Version {agent.version} of {agent.name} has no finished rollout, so cost and time are unknown. One
        test with an example gives a first figure. {limit}
      </Notice>
    );
  }
  return (
    <section
      aria-label="What the agent is expected to take"
      className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-sunken px-3.5 py-3"
    >
      <h3 className="font-medium text-[0.8125rem]">Expected of the agent</h3>
      <DefinitionList items={[...forecastLines(forecast)]} />
      <p className="text-ink-faint text-xs">
        From past rollouts of {agent.name}, version {agent.version}, without reflections and aggregation.{' '}
        {limit}
      </p>
    </section>
  );
}
