import type { Metadata } from 'next';
import { InboxView } from '@/components/review/inbox-view';

export const metadata: Metadata = { title: 'Notices' };

export default function NoticesPage() {
  return <InboxView />;
}
