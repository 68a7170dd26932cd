/** A process that holds one attempt by Harbor until it is killed: its arguments are a file of the task's files, and the command. */
import { readFileSync } from 'node:fs';
import { readTask } from '@/lib/environments/read-task';
import { taskFilesOf } from '@/lib/environments/task-folders';
import { attemptInHarbor } from '@/server/adapters/environments/harbor/attempt-in-harbor';

const [, , file = '', fake = ''] = process.argv;
const stored: { path: string; content: string; isExecutable: boolean }[] = JSON.parse(
  readFileSync(file, 'utf8'),
);
const files = stored.map((one) => ({ ...one, content: new TextEncoder().encode(one.content) }));
const read = readTask(taskFilesOf({ files }));
if (!read.ok) throw new Error(JSON.stringify(read.faults));
await attemptInHarbor({
  ...{ command: [process.execPath, fake], agent: { name: 'oracle', model: 'none' }, task: read.task, files },
  ...{ system: '', variables: {}, signal: new AbortController().signal, graceMs: 100 },
});
