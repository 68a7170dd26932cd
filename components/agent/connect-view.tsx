'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CodeBlock } from '@/components/ui/code-block';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { EXAMPLE_AGENTS, EXAMPLE_WAYS, filesOf, stepsOf } from '@/lib/view/agent-examples';

const AGENTS = EXAMPLE_AGENTS.map(({ value }) => value);
const WAYS = EXAMPLE_WAYS.map(({ value }) => value);

/** Whole agents to copy: choose the library and how Waggle reaches it. */
export function ConnectView() {
  const [agent, setAgent] = useQueryState('agent', parseAsStringLiteral(AGENTS).withDefault('openai-agents'));
  const [way, setWay] = useQueryState('way', parseAsStringLiteral(WAYS).withDefault('runner'));
  const packages = EXAMPLE_AGENTS.find(({ value }) => value === agent)?.packages ?? null;
  const { command, text } = stepsOf(agent, way);
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Agents', href: '/agents' }]}
        title="Code samples"
        description="Your agent keeps its library. It takes the address and the key of its model, and its prompt, from the job."
        actions={
          <Button asChild variant="primary">
            <Link href="/agents/new">New agent</Link>
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <Segmented
          label="Library"
          value={agent}
          options={EXAMPLE_AGENTS}
          onChange={(next) => void setAgent(next)}
        />
        <Segmented label="Kind" value={way} options={EXAMPLE_WAYS} onChange={(next) => void setWay(next)} />
      </div>
      <div className="flex max-w-4xl flex-col gap-4">
        {filesOf(agent, way).map(({ name, text: code }) => (
          <Card key={name} title={name}>
            <CodeBlock text={code} what={name} />
          </Card>
        ))}
        <Card title="Start" description={text}>
          <div className="flex flex-col gap-2">
            {packages === null ? null : <CodeBlock text={`npm install ${packages}`} what="Packages" wrap />}
            <CodeBlock text={command} what="Start" wrap />
          </div>
        </Card>
      </div>
    </>
  );
}
