'use client';

import { useAgentRunners } from '@/components/queries/use-agents';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { PinnedAgent } from '@/lib/domain/agent';
import { plural } from '@/lib/view/numbers';

/** A run of an agent of runners waits for as long as none is there, so its page says what to do. */
export function NoRunnerNotice({ agent }: { readonly agent: Pick<PinnedAgent, 'id' | 'name'> }) {
  const { data } = useAgentRunners(agent.id);
  if (data === undefined || data.runners.some(({ isConnected }) => isConnected)) return null;
  return (
    <Notice
      tone="honey"
      title="No runner is connected"
      action={
        <Link href={`/agents/${agent.id}`} className="shrink-0 underline underline-offset-2">
          Start a runner
        </Link>
      }
    >
      {data.waiting === 0 ? '' : `${plural(data.waiting, 'rollout')} of ${agent.name} waiting. `}
      The run continues as soon as a runner asks for work. Waiting takes no time of a rollout.
    </Notice>
  );
}
