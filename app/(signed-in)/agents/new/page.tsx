import type { Metadata } from 'next';
import { AgentForm } from '@/components/agent/agent-form';

export const metadata: Metadata = { title: 'New agent' };

export default function NewAgentPage() {
  return <AgentForm agent={null} />;
}
