import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AgentDetailView } from '@/components/agent/agent-detail-view';
import { AppError } from '@/lib/errors/app-error';
import { requireActor } from '@/server/http/current-actor';
import { getAgent } from '@/server/services/agents/read-agents';

export const metadata: Metadata = { title: 'Agent' };

interface AgentPageProps {
  readonly params: Promise<{ readonly agentId: string }>;
}

export default async function AgentPage({ params }: AgentPageProps) {
  const { agentId } = await params;
  const detail = await getAgent(await requireActor(), { agentId }, Date.now()).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <AgentDetailView initial={detail} />;
}
