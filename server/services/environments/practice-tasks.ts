import path from 'node:path';
import type { ArchivedFile } from '@/lib/environments/task-folders';
import { readFolder } from './read-folder';

/** The tasks that ship with the product. */
export const readPracticeTasks = (): ArchivedFile[] =>
  readFolder(path.join(process.cwd(), 'prisma', 'practice-tasks'));
