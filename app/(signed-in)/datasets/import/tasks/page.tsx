import type { Metadata } from 'next';
import { TasksImportView } from '@/components/dataset/tasks-import-view';

export const metadata: Metadata = { title: 'Add tasks of an environment' };

export default function TasksImportPage() {
  return <TasksImportView />;
}
