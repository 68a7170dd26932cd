'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useContractForm } from '@/components/api/use-contract-form';
import { useSaveAgent } from '@/components/queries/use-agents';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { createAgentBody } from '@/lib/contracts/agents';
import { isInEnvironment } from '@/lib/domain/agent';
import { type AgentDraft, bodyOfAgent, draftOfAgent, hasOneSystemText } from '@/lib/view/agent-draft';
import { AdvancedFields } from './advanced-fields';
import type { AgentFormParts } from './agent-form-type';
import { ComponentFields, SystemTextField } from './component-fields';
import { EnvironmentFields } from './environment-fields';
import { HttpToolFields } from './http-tool-fields';
import { ReachFields } from './reach-fields';
import { StateField } from './state-field';
import { ToolListFields } from './tool-list-fields';
import { ToolServerFields } from './tool-server-fields';

const KINDS = [
  { value: 'http', label: 'HTTP service' },
  { value: 'program', label: 'Program' },
  { value: 'runner', label: 'Runner' },
  { value: 'tools', label: 'Tools' },
  { value: 'terminal', label: 'Terminal' },
  { value: 'appworld', label: 'AppWorld' },
] as const;

/** Name, kind, address and state are enough; the rest has defaults under Advanced. */
export function AgentForm({ agent, hasHarbor }: { agent: AgentView | null; hasHarbor: boolean }) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const save = useSaveAgent(agent?.id ?? null);
  const form = useContractForm<AgentDraft, ReturnType<typeof bodyOfAgent>>({
    defaultValues: draftOfAgent(agent),
    schema: createAgentBody,
    bodyOf: bodyOfAgent,
    send: async (body) => {
      const saved = await save.mutateAsync(body);
      router.push(`/agents/${saved.id}`);
    },
  });
  const { register, fault, watch, setValue } = form;
  const hasAdvancedFault = ['limits', 'rolloutsMax', 'tools', 'toolSeconds'].some((name) =>
    fault(`settings.${name}`),
  );
  const [isOpen, setOpen] = useState(false);
  const kind = watch('kind');
  const isLoop = kind === 'tools';
  const isInside = isInEnvironment(kind);
  const hasOneText = hasOneSystemText({ kind, installed: watch('installed'), isHarbor: watch('isHarbor') });
  const back = agent === null ? '/agents' : `/agents/${agent.id}`;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Agents', href: '/agents' }, ...(agent ? [{ label: agent.name, href: back }] : [])]}
        title={agent === null ? 'New agent' : `Edit ${agent.name}`}
        description={
          agent === null
            ? 'Attempts one example at a time: your own, or one of ours in a loop, a sandbox or a world.'
            : `Changed settings become version ${agent.version + 1}. Runs keep the version that they pinned.`
        }
      />
      {mayExperiment ? null : <Notice tone="honey">{MAY_NOT_EXPERIMENT}</Notice>}
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit(event.currentTarget);
        }}
      >
        <Card title="Agent">
          <div className="flex flex-col gap-4">
            <Field id="agent-name" label="Name" fault={fault('name')}>
              {(control) => <Input {...control} {...register('name')} />}
            </Field>
            <Segmented
              label="Kind"
              value={kind}
              options={KINDS}
              onChange={(chosen) => setValue('kind', chosen)}
            />
            <KindFields form={form} agent={agent} hasHarbor={hasHarbor} />
          </div>
        </Card>
        {isLoop ? (
          <>
            <Card
              title="Tools"
              description="What the model may call. A version keeps names and parameters as they were listed."
            >
              <ToolListFields form={form} agent={agent} />
            </Card>
            <Card title="HTTP tools" description="Requests that the model may make without a tool server.">
              <HttpToolFields form={form} />
            </Card>
          </>
        ) : null}
        <Card title="Components" description={componentWords(isLoop, hasOneText)}>
          {hasOneText ? <SystemTextField form={form} /> : <ComponentFields form={form} />}
        </Card>
        <Card
          title="Advanced"
          description={
            isInside
              ? 'Limits of a rollout, and rollouts at once.'
              : 'Limits of a rollout, tools, and rollouts at once.'
          }
          actions={
            <Button
              size="sm"
              aria-expanded={isOpen || hasAdvancedFault}
              onClick={() => setOpen(!isOpen)}
              disabled={hasAdvancedFault}
            >
              {isOpen || hasAdvancedFault ? 'Hide' : 'Show'}
            </Button>
          }
        >
          {isOpen || hasAdvancedFault ? <AdvancedFields form={form} /> : null}
        </Card>
        {form.problem ? <ProblemNotice error={form.problem} /> : null}
        <div className="flex justify-end gap-2">
          <Button asChild>
            <Link href={back}>Cancel</Link>
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!mayExperiment}
            busy={save.isPending || save.isSuccess}
          >
            {agent === null ? 'Add agent' : 'Save agent'}
          </Button>
        </div>
      </form>
    </>
  );
}

interface KindProps {
  form: AgentFormParts;
  agent: AgentView | null;
  hasHarbor: boolean;
}

function KindFields({ form, agent, hasHarbor }: KindProps) {
  const kind = form.watch('kind');
  if (isInEnvironment(kind)) return <EnvironmentFields form={form} hasHarbor={hasHarbor} />;
  return (
    <>
      {kind === 'tools' ? (
        <ToolServerFields form={form} agent={agent} />
      ) : (
        <ReachFields form={form} agent={agent} />
      )}
      <StateField form={form} />
    </>
  );
}

function componentWords(isLoop: boolean, hasOneText: boolean): string {
  if (hasOneText && !isLoop) return 'Waggle improves the system text.';
  return isLoop
    ? 'Texts that Waggle improves: the system text, and descriptions that are learned.'
    : 'Texts that Waggle improves, such as the system prompt. Empty texts start from nothing.';
}
