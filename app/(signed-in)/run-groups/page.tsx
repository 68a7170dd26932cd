import type { Metadata } from 'next';
import { GroupListView } from '@/components/run-group/group-list-view';

export const metadata: Metadata = { title: 'Run groups' };

export default function RunGroupsPage() {
  return <GroupListView />;
}
