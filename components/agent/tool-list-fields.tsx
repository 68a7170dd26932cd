'use client';

import { ListChecks } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useListTools } from '@/components/queries/use-agents';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { FaultLine } from '@/components/ui/fault-line';
import { Notice } from '@/components/ui/notice';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { plural } from '@/lib/view/numbers';
import { relisted, serversOf } from '@/lib/view/tool-draft';
import type { AgentFormParts } from './agent-form-type';

/** Tools of the servers: which of them the model may call, and whose description is learned. */
export function ToolListFields({ form, agent }: { form: AgentFormParts; agent: AgentView | null }) {
  const { fault, watch, getValues, setValue } = form;
  const asking = useListTools();
  const listed = watch('listed');
  const allowed = listed.filter(({ isAllowed }) => isAllowed).length;
  const list = () => {
    const { header, listed: before } = getValues();
    const body = {
      servers: serversOf(getValues()),
      header: header.trim() || null,
      agentId: agent?.id ?? null,
    };
    asking.mutate(body, { onSuccess: ({ items }) => setValue('listed', relisted(before, items)) });
  };
  const mark = (at: number, marks: { isAllowed?: boolean; isLearned?: boolean }) =>
    setValue(
      'listed',
      listed.map((tool, place) => (place === at ? { ...tool, ...marks } : tool)),
    );
  const away = (asking.data?.items ?? []).filter((item) => item.fault !== null);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={asking.isPending} disabled={watch('servers').length === 0} onClick={list}>
          <ListChecks aria-hidden /> List tools
        </Button>
        <p className="text-ink-soft text-xs" aria-live="polite">
          {listed.length === 0
            ? watch('servers').length === 0
              ? 'Add a server first.'
              : 'No tools are listed yet.'
            : `${allowed} of ${plural(listed.length, 'tool')} allowed`}
        </p>
      </div>
      {asking.error ? <ProblemNotice error={asking.error} /> : null}
      {away.map(({ server, fault: why }) => (
        <Notice key={server} tone="honey">
          {why}
        </Notice>
      ))}
      {listed.length === 0 ? null : (
        <ul className="flex flex-col divide-y divide-line">
          {listed.map((tool, at) => (
            <li
              key={`${tool.server}/${tool.name}`}
              className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0 sm:flex-row sm:items-start sm:justify-between sm:gap-6"
            >
              <Checkbox
                className="sm:flex-1"
                checked={tool.isAllowed}
                onCheckedChange={(isAllowed) => mark(at, { isAllowed })}
                hint={
                  <span className="line-clamp-3 break-words">{tool.description || 'No description'}</span>
                }
              >
                <span className="break-all font-mono text-xs">{tool.name}</span>{' '}
                <span className="text-ink-faint text-xs">{tool.server}</span>
              </Checkbox>
              <Checkbox
                className="shrink-0 pl-6.5 sm:pl-0"
                checked={tool.isLearned && tool.isAllowed}
                disabled={!tool.isAllowed || tool.description.trim() === ''}
                aria-label={`Learn the description of ${tool.name}`}
                onCheckedChange={(isLearned) => mark(at, { isLearned })}
              >
                Learn description
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
      {fault('settings.serverTools') ? (
        <FaultLine id="agent-tools-fault">{fault('settings.serverTools')}</FaultLine>
      ) : null}
    </div>
  );
}
