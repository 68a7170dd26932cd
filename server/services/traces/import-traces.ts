import type { TraceImportView } from '@/lib/contracts/trace-imports';
import type { Actor } from '@/lib/domain/actor';
import type { AssembledTrace } from '@/lib/domain/collected-trace';
import { AppError } from '@/lib/errors/app-error';
import { summariseTrace } from '@/lib/traces/summarise-trace';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { storeTraces } from '@/server/repositories/store-traces';
import { readTracePolicy, type StoredTracePolicy } from '@/server/repositories/trace-policies';
import { recordAudit } from '@/server/services/audit/record-audit';
import { keepTrace } from './keep-trace';
import { type ReadTraceFiles, readTraceFiles } from './trace-files';

/**
 * Traces from files. The same trace has the same id, so importing a file again adds nothing; its scores are those of the
 * file that was imported last. A trace that was received keeps what it is.
 */
const AT_ONCE = 100;
const REFUSED_MAX = 200;

export async function importTraces(
  actor: Actor<'experiment'>,
  { files }: { readonly files: readonly File[] },
): Promise<TraceImportView> {
  const { workspaceId } = actor;
  const policy = await readTracePolicy(ledgerPool(), workspaceId);
  const read = await readTraceFiles(files);
  const { traces, refused } = kept(read, policy);
  if (read.found.length === 0) throw nothingRead(refused);
  const stored = await store(workspaceId, traces);
  const counts = {
    read: read.found.length,
    stored,
    doubles: read.found.length - stored - dropped(read, refused),
  };
  await db().$transaction((tx) => recordAudit(tx, actor, 'traces.imported', workspaceId, counts));
  return { ...counts, saw: read.saw.slice(0, REFUSED_MAX), refused: refused.slice(0, REFUSED_MAX) };
}

type Refused = ReadTraceFiles['refused'];

/** Traces that were read and are not kept. */
const dropped = (read: ReadTraceFiles, refused: Refused) => refused.length - read.refused.length;

function kept({ found, refused }: Pick<ReadTraceFiles, 'found' | 'refused'>, policy: StoredTracePolicy) {
  const traces = new Map<string, AssembledTrace>();
  const all = [...refused];
  for (const { file, trace: given } of found) {
    const { trace, isPrivate } = keepTrace(given, policy);
    if (isPrivate && policy.privacy !== 'mask') {
      const reason = `The trace ${summariseTrace(given).id} holds personal data or a secret.`;
      if (policy.privacy === 'refuse')
        throw new AppError('IMPORT_REJECTED', `${file}: ${reason} Nothing was imported.`);
      all.push({ file, reason });
    } else traces.set(trace.id, trace);
  }
  return { traces: [...traces.values()], refused: all };
}

/** How many of them are new. */
async function store(workspaceId: string, traces: readonly AssembledTrace[]): Promise<number> {
  const receivedAt = new Date();
  let stored = 0;
  for (let from = 0; from < traces.length; from += AT_ONCE) {
    const some = traces.slice(from, from + AT_ONCE).map((trace) => ({
      ...{ workspaceId, trace, summary: summariseTrace(trace), state: 'complete' as const },
      ...{ bytes: null, receivedAt },
    }));
    const written = await storeTraces(ledgerPool(), some, 'file');
    stored += written.filter(({ isNew }) => isNew).length;
  }
  return stored;
}

function nothingRead(refused: Refused): AppError {
  const [first] = refused;
  const message = first === undefined ? 'The files are empty.' : `${first.file}: ${first.reason}`;
  return new AppError('IMPORT_REJECTED', `Nothing was imported. ${message}`, {
    fields: refused.slice(0, REFUSED_MAX).map(({ file, reason }) => ({ path: file, message: reason })),
  });
}
