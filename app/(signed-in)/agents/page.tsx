import type { Metadata } from 'next';
import { AgentListView } from '@/components/agent/agent-list-view';

export const metadata: Metadata = { title: 'Agents' };

export default function AgentsPage() {
  return <AgentListView />;
}
