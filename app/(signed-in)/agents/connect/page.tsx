import type { Metadata } from 'next';
import { ConnectView } from '@/components/agent/connect-view';

export const metadata: Metadata = { title: 'Bring your agent' };

export default function ConnectPage() {
  return <ConnectView />;
}
