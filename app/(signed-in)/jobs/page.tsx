import type { Metadata } from 'next';
import { JobsView } from '@/components/job/jobs-view';

export const metadata: Metadata = { title: 'Jobs' };

export default function JobsPage() {
  return <JobsView />;
}
