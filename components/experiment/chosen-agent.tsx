'use client';

import { useAgent } from '@/components/queries/use-agents';
import { Link } from '@/components/ui/link';
import { pinnedAgentWords } from '@/lib/view/pinned-agent';

/** The agent of an experiment, at the version that its next run pins. */
export function ChosenAgent({ agentId }: { agentId: string | null }) {
  const agent = useAgent(agentId).data?.agent;
  if (agentId === null) return 'One model call';
  return (
    <Link href={`/agents/${agentId}`} className="underline underline-offset-2">
      {agent === undefined ? 'Open the agent' : pinnedAgentWords(agent)}
    </Link>
  );
}
