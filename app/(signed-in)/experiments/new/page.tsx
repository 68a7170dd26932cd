import type { Metadata } from 'next';
import { ExperimentForm } from '@/components/experiment/experiment-form';

export const metadata: Metadata = { title: 'New experiment' };

export default function NewExperimentPage() {
  return <ExperimentForm />;
}
