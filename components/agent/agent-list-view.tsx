'use client';

import { Bot, Plus } from 'lucide-react';
import { useViewer } from '@/components/account/viewer';
import { type Columns, madeColumn } from '@/components/list/record-column';
import { RecordList } from '@/components/list/record-list';
import { useListAddress } from '@/components/list/use-list-address';
import { useAgents } from '@/components/queries/use-agents';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { placeOfAgent } from '@/lib/view/agent-words';
import { figure, word } from '@/lib/view/list-rows';
import { AGENT_KIND_WORDS } from '@/lib/view/pinned-agent';

export function AgentListView() {
  const { mayExperiment } = useViewer();
  const address = useListAddress();
  const add = mayExperiment ? (
    <Button asChild variant="primary">
      <Link href="/agents/new">
        <Plus aria-hidden /> New agent
      </Link>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Agents"
        description="An agent attempts each example of an experiment. A run pins one version of it."
        actions={
          <>
            <Button asChild>
              <Link href="/agents/connect">Code samples</Link>
            </Button>
            {add}
          </>
        }
      />
      <RecordList
        words={{ caption: 'Agents', one: 'agent', many: 'agents' }}
        list={useAgents(address.search, address.archived)}
        columns={COLUMNS}
        address={address}
        hasSearch
        hasArchive
        empty={{
          icon: Bot,
          title: 'No agent yet',
          text: 'An agent is a program or service of yours that answers examples in several steps. Waggle sends it jobs, records its model calls and learns better prompts for it. Add one here, or copy a whole agent first.',
          action: (
            <>
              {add}
              <Button asChild>
                <Link href="/agents/connect">Code samples</Link>
              </Button>
            </>
          ),
        }}
      />
    </>
  );
}

const COLUMNS: Columns<AgentView> = [
  {
    id: 'name',
    label: 'Name',
    data: [word('name', (one) => one.name), word('id', (one) => one.id)],
    className: 'min-w-40',
    cell: (agent) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={`/agents/${agent.id}`} className="font-medium hover:underline">
          {agent.name}
        </Link>
        {agent.settings.proxied ? null : <Badge tone="honey">Unproven</Badge>}
      </span>
    ),
  },
  {
    id: 'kind',
    label: 'Kind',
    data: [word('kind', (one) => one.settings.kind)],
    cell: ({ settings }) => AGENT_KIND_WORDS[settings.kind],
  },
  {
    id: 'place',
    label: 'Reached at',
    data: [word('reached at', (one) => placeOfAgent(one.settings))],
    className: 'min-w-40 font-mono text-ink-soft text-xs wrap-anywhere',
    cell: ({ settings }) => placeOfAgent(settings),
  },
  {
    id: 'version',
    label: 'Version',
    numeric: true,
    data: [figure('version', (one) => one.version)],
    cell: ({ version }) => version,
  },
  madeColumn('Added'),
];
