import type { EnvironmentTask } from '@/lib/domain/environment-task';
import type { TaskFault } from './task-files';

/** A task, or everything that keeps it from being read. */
export type TaskReading =
  | { readonly ok: true; readonly task: EnvironmentTask }
  | { readonly ok: false; readonly faults: readonly TaskFault[] };
