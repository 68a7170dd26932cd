import type { Metadata } from 'next';
import { TraceListView } from '@/components/trace/trace-list-view';
import { config } from '@/server/config/config';

export const metadata: Metadata = { title: 'Traces' };

export default function TracesPage() {
  return <TraceListView address={config().agentProxyUrl} />;
}
