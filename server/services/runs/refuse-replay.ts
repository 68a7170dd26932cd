import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { replayRefusal } from '@/lib/engine/engine-version';
import { ledgerHash } from '@/lib/engine/replayed-facts';
import { AppError } from '@/lib/errors/app-error';
import { readEntries } from '@/server/events/read-events';
import type { ReplayedRun } from './replay-from-journal';

const PAGE = 1000;

/** @throws AppError STATE_CONFLICT where another engine made the run; it says whether the ledger is still the run's. */
export async function refuseReplay(run: ReplayedRun): Promise<void> {
  const refusal = replayRefusal(run.manifest);
  if (refusal === null) return;
  const found = (await hashOfLedger(run.id, run.manifest)) === run.runHash ? INTACT : CHANGED;
  throw new AppError('STATE_CONFLICT', `${refusal} ${found}`, {
    howToProceed: ['Start the run again: a run of this engine can be replayed.'],
  });
}

const INTACT = 'Its ledger still has the hash that the run ended with.';
const CHANGED = 'Its ledger no longer has the hash that the run ended with.';

/** Recomputed from the entries as they are now. */
export async function hashOfLedger(runId: string, manifest: RunManifest): Promise<string> {
  const entries: LedgerEntry[] = [];
  for (let after = 0; ; after = entries.at(-1)?.seq ?? after) {
    const page = await readEntries(runId, after, { limit: PAGE });
    entries.push(...page);
    if (page.length < PAGE) return ledgerHash(entries, manifest);
  }
}
