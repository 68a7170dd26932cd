import type { Metadata } from 'next';
import { ConnectView } from '@/components/agent/connect-view';

export const metadata: Metadata = { title: 'Code samples' };

export default function ConnectPage() {
  return <ConnectView />;
}
