import type { Metadata } from 'next';
import { JobsView } from '@/components/job/jobs-view';

export const metadata: Metadata = { title: 'What works in the background?' };

export default function JobsPage() {
  return <JobsView />;
}
