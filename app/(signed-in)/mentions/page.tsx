import type { Metadata } from 'next';
import { InboxView } from '@/components/review/inbox-view';

export const metadata: Metadata = { title: 'Mentions' };

export default function MentionsPage() {
  return <InboxView />;
}
