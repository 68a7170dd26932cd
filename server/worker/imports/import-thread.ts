import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { openStage } from '@/server/repositories/staged-examples';
import type { ImportMessage, ImportProgress, ImportWork } from './import-work';
import { ImportReading } from './read-import';
import { asRefusal, ImportGone, saveImport } from './save-import';

/**
 * The thread that carries one large import, so that the worker's own loop goes on. It has one connection: where that
 * ends before the commit, nothing of the import is left.
 */
const TELL_MS = 250;

const work = workerData as ImportWork;
const say = (message: ImportMessage) => parentPort?.postMessage(message);

let toldMs = 0;
let last: ImportProgress = { state: 'reading', bytesRead: 0, records: 0, faultCount: 0, saved: 0 };
function tell(progress: ImportProgress): void {
  last = progress;
  if (performance.now() < toldMs + TELL_MS) return;
  toldMs = performance.now();
  say({ kind: 'progress', progress });
}

const client = new pg.Client({
  connectionString: work.databaseUrl,
  application_name: 'waggle-import',
  keepAlive: true,
});
// A lost connection is what the next query throws.
client.on('error', () => undefined);
await client.connect();
try {
  await openStage(client);
  const read = await new ImportReading(client, work, tell).read();
  await saveImport(client, work, read, (saved) => tell({ ...last, state: 'saving', saved }));
  say({ kind: 'finished' });
} catch (error) {
  const refusal = asRefusal(error);
  // Cancelled, or another worker's by now: there is nothing to say of it.
  if (error instanceof ImportGone) say({ kind: 'finished' });
  else if (refusal === null) throw error;
  else {
    say({ kind: 'progress', progress: last });
    const { code, userMessage: detail, fields, howToProceed, ruleId } = refusal;
    say({
      kind: 'failed',
      problem: JSON.parse(JSON.stringify({ code, detail, fields, howToProceed, ruleId })),
    });
  }
} finally {
  await client.end();
}
