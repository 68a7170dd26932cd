import { readHarborTask } from './harbor/read-harbor-task';
import { CONFIG_FILE as HARBOR_FILE } from './harbor/task-config';
import type { TaskFiles } from './task-files';
import type { TaskReading } from './task-reading';
import { readTerminalTask, CONFIG_FILE as TERMINAL_FILE } from './terminal/read-terminal-task';

/** A task of either format, told apart by the file that configures it. Where both are there, Harbor's is read. */
export function readTask(files: TaskFiles): TaskReading {
  if (files.has(HARBOR_FILE)) return readHarborTask(files);
  if (files.has(TERMINAL_FILE)) return readTerminalTask(files);
  const message = `Neither this file (Harbor) nor ${TERMINAL_FILE} (Terminal-Bench) is in the folder.`;
  return { ok: false, faults: [{ file: HARBOR_FILE, field: null, message }] };
}
