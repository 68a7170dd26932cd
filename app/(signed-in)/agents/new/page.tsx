import type { Metadata } from 'next';
import { AgentForm } from '@/components/agent/agent-form';
import { config } from '@/server/config/config';

export const metadata: Metadata = { title: 'New agent' };

export default function NewAgentPage() {
  return <AgentForm agent={null} hasHarbor={config().harborCommand !== null} />;
}
