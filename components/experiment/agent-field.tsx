'use client';

import { useAgent, useAgentChoices } from '@/components/queries/use-agents';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { agentForecast } from '@/lib/view/agent-words';
import { DraftSelect, useDraft } from './draft-field';

/** The agent that attempts the examples, and what its past rollouts say about cost and time. */
export function AgentField() {
  const { draft } = useDraft();
  const agents = useAgentChoices();
  const chosen = agents.data?.find(({ id }) => id === draft.agentId);
  const past = useAgent(chosen?.id ?? null);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <DraftSelect
        name="agentId"
        label="Agent"
        hint={
          chosen
            ? `A run pins version ${chosen.version}. Its calls go to the serving model.`
            : 'Attempts each example.'
        }
      >
        <option value="">One model call</option>
        {(agents.data ?? []).map(({ id, name, version }) => (
          <option key={id} value={id}>
            {name} (version {version})
          </option>
        ))}
      </DraftSelect>
      {chosen && past.data ? (
        <Notice
          tone={past.data.ofLatest.ms === null ? 'honey' : 'neutral'}
          title={past.data.ofLatest.ms === null ? 'No forecast yet' : 'Forecast per rollout'}
          action={
            <Link href={`/agents/${chosen.id}`} className="shrink-0 underline underline-offset-2">
              {past.data.ofLatest.ms === null ? 'Test the agent' : 'Open the agent'}
            </Link>
          }
        >
          {agentForecast(past.data, {
            usd: Number(draft.usd) || null,
            tokens: Number(draft.tokens) || null,
          }).join(' ')}
        </Notice>
      ) : null}
    </div>
  );
}
