import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AgentForm } from '@/components/agent/agent-form';
import { AppError } from '@/lib/errors/app-error';
import { config } from '@/server/config/config';
import { requireActor } from '@/server/http/current-actor';
import { getAgent } from '@/server/services/agents/read-agents';

export const metadata: Metadata = { title: 'Edit agent' };

interface EditAgentPageProps {
  readonly params: Promise<{ readonly agentId: string }>;
}

export default async function EditAgentPage({ params }: EditAgentPageProps) {
  const { agentId } = await params;
  const { agent } = await getAgent(await requireActor(), { agentId }, Date.now()).catch((error: unknown) => {
    if (AppError.is(error, 'NOT_FOUND')) notFound();
    throw error;
  });
  return <AgentForm agent={agent} hasHarbor={config().harborCommand !== null} />;
}
