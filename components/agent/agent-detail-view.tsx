'use client';

import { Archive, FlaskConical, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { useAgent, useArchiveAgent } from '@/components/queries/use-agents';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import type { AgentDetail } from '@/lib/contracts/agent-shapes';
import { agentForecast } from '@/lib/view/agent-words';
import { AGENT_KIND_WORDS } from '@/lib/view/pinned-agent';
import { AgentCard } from './agent-card';
import { HealthCard } from './health-card';
import { RolloutsCard } from './rollouts-card';
import { RunnersCard } from './runners-card';
import { TestDialog } from './test-dialog';
import { VersionsCard } from './versions-card';

/** An agent: what it is, how its rollouts go, its versions, and a test with one example. */
export function AgentDetailView({ initial }: { initial: AgentDetail }) {
  const { mayExperiment } = useViewer();
  const { data = initial } = useAgent(initial.agent.id);
  const [isTesting, setTesting] = useState(false);
  const { agent } = data;
  const archive = useArchiveAgent(agent.id);
  const isArchived = agent.archivedAt !== null;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Agents', href: '/agents' }]}
        title={agent.name}
        badges={
          <>
            <Badge>{AGENT_KIND_WORDS[agent.settings.kind]}</Badge>
            <Badge>Version {agent.version}</Badge>
            {agent.settings.proxied ? null : <Badge tone="honey">Unproven</Badge>}
            {isArchived ? <Badge>Archived</Badge> : null}
          </>
        }
        actions={
          mayExperiment ? (
            <>
              {isArchived ? null : (
                <>
                  <Button variant="primary" onClick={() => setTesting(true)}>
                    <FlaskConical aria-hidden /> Test agent
                  </Button>
                  <Button asChild>
                    <Link href={`/agents/${agent.id}/edit`}>
                      <Pencil aria-hidden /> Edit
                    </Link>
                  </Button>
                </>
              )}
              <Button busy={archive.isPending} onClick={() => archive.mutate(!isArchived)}>
                <Archive aria-hidden /> {isArchived ? 'Restore' : 'Archive'}
              </Button>
            </>
          ) : null
        }
      />
      <div className="flex flex-col gap-4">
        {agent.settings.reset === 'undeclared' ? (
          <Notice tone="honey" title="State is not declared">
            Rollouts may influence each other, so runs of this agent get no verdict. Edit the agent to declare
            how its state is reset.
          </Notice>
        ) : null}
        <div className="grid gap-4 lg:grid-cols-2">
          <HealthCard figures={data.figures} forecast={agentForecast(data, { usd: null, tokens: null })} />
          <AgentCard agent={agent} />
        </div>
        {agent.settings.kind === 'runner' && !isArchived ? <RunnersCard agent={agent} /> : null}
        <RolloutsCard agentId={agent.id} />
        <VersionsCard versions={data.versions} />
      </div>
      {isTesting ? <TestDialog agent={agent} onClose={() => setTesting(false)} /> : null}
    </>
  );
}
