'use client';

import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useAgentRunners } from '@/components/queries/use-agents';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import type { RunnerView } from '@/lib/contracts/agent-runners';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { formatCount, plural } from '@/lib/view/numbers';
import { quickStartOf, RUNNER_LANGUAGES, type RunnerLanguage } from '@/lib/view/runner-quick-start';

/** Runners of an agent, and the code that starts one. */
export function RunnersCard({ agent }: { readonly agent: AgentView }) {
  const { data, error, refetch } = useAgentRunners(agent.id);
  const [language, setLanguage] = useState<RunnerLanguage>('typescript');
  if (error && data === undefined) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  const connected = data?.runners.filter(({ isConnected }) => isConnected).length ?? 0;
  return (
    <Card title="Runners" description={data && `${formatCount(connected)} connected`}>
      {data === undefined ? <SkeletonRows label="Loading runners…" rows={3} /> : null}
      {data !== undefined && connected === 0 ? (
        <Notice tone={data.waiting > 0 ? 'honey' : 'neutral'} title="No runner is connected">
          {data.waiting > 0 ? `${plural(data.waiting, 'rollout')} waiting. ` : ''}
          Start one with the code below: it asks for work by itself and needs outgoing HTTPS only.
        </Notice>
      ) : null}
      {data !== undefined && data.runners.length > 0 ? <RunnerTable runners={data.runners} /> : null}
      <div className="mt-4 flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-medium text-[0.8125rem]">Quick start</h3>
          <Segmented label="Language" value={language} options={RUNNER_LANGUAGES} onChange={setLanguage} />
        </div>
        <CodeBlock
          text={quickStartOf(language, {
            address: data?.address ?? '',
            agent: agent.name,
            proxied: agent.settings.proxied,
          })}
          what="Code of a runner"
        />
        <p className="text-ink-faint text-xs">
          The client is in clients/{language}. An owner makes the key in{' '}
          <Link href="/settings?tab=keys" className="underline underline-offset-2">
            API keys
          </Link>{' '}
          with the permissions “runner”.{' '}
          <Link href="/agents/connect" className="underline underline-offset-2">
            Whole agents to copy
          </Link>
        </p>
      </div>
    </Card>
  );
}

function RunnerTable({ runners }: { readonly runners: readonly RunnerView[] }) {
  return (
    <Table caption="Runners" isStacked>
      <TableHead>
        <HeadCell>Name</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell>Host</HeadCell>
        <HeadCell>Client</HeadCell>
        <HeadCell numeric>In flight</HeadCell>
        <HeadCell>Last seen</HeadCell>
      </TableHead>
      <TableBody>
        {runners.map((runner) => (
          <Row key={runner.id}>
            <Cell className="font-medium wrap-anywhere">{runner.name}</Cell>
            <Cell data-head="State">
              <Badge tone={runner.isConnected ? 'good' : 'neutral'}>
                {runner.isConnected ? 'Connected' : 'Away'}
              </Badge>
            </Cell>
            <Cell data-head="Host" className="wrap-anywhere">
              {runner.host}
            </Cell>
            <Cell data-head="Client" className="text-ink-faint wrap-anywhere">
              {runner.client}
            </Cell>
            <Cell data-head="In flight" numeric>
              {formatCount(runner.inFlight)} of {formatCount(runner.capacity)}
            </Cell>
            <Cell data-head="Last seen" className="whitespace-nowrap text-ink-faint">
              <Time at={runner.seenAt} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
