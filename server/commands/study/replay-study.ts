import { canonicalHash } from '@/lib/domain/content-hash';
import type { Fact } from '@/lib/domain/ledger-entry';
import { replayRefusal } from '@/lib/engine/engine-version';
import { ledgerHash } from '@/lib/engine/replayed-facts';
import { replayJournal } from '@/server/ledger/replay-journal';
import { replayWith } from '@/server/services/runs/replay-from-journal';
import { type RecordedRun, type Study, type StudyResults, unpackStudy } from './bundle';
import { protocolHash, runName } from './protocol';
import { type StudyRun, studyTable } from './results';

/**
 * A study again from its bundle alone, without key, network or database: every run from its journal, its hash compared
 * with the recorded one, its ledger with its hash, and the table reckoned from what the replays state. Says every fault.
 */
export interface ReplayedStudy {
  readonly runs: readonly { readonly name: string; readonly isSame: boolean; readonly said: string }[];
  readonly faults: readonly string[];
  readonly study: Study;
  readonly results: StudyResults;
}

export async function replayStudy(bundle: Uint8Array): Promise<ReplayedStudy> {
  const { study, results } = unpackStudy(bundle);
  const faults: string[] = [];
  const runs: { name: string; isSame: boolean; said: string }[] = [];
  const stated: StudyRun[] = [];
  for (const run of study.runs) {
    const { facts, isSame, said } = await replayRun(study, run);
    const name = runName(run.arm, run.seed);
    runs.push({ name, isSame, said });
    stated.push({ arm: run.arm, seed: run.seed, manifest: run.manifest, facts });
    if (!isSame) faults.push(`The run ${name} does not follow from its journal: ${said}`);
    if (ledgerHash(run.ledger, run.manifest) !== run.runHash)
      faults.push(`The ledger of ${name} was changed.`);
  }
  if (results.protocolHash !== protocolHash(study.protocol))
    faults.push('The protocol is not the registered one.');
  if (canonicalHash(studyTable(study.protocol, stated)) !== canonicalHash(results.table)) {
    faults.push('The table does not follow from the replayed runs.');
  }
  return { runs, faults, study, results };
}

async function replayRun({ examples }: Study, run: RecordedRun) {
  const facts: Fact[] = [];
  const refusal = replayRefusal(run.manifest);
  if (refusal !== null) return { facts, isSame: false, said: refusal };
  const replay = await replayWith(run, {
    journal: replayJournal(run),
    examples,
    entriesAfter: async (seq) => run.ledger.filter((entry) => entry.seq > seq),
    onFact: (fact) => facts.push(fact),
  });
  return { facts, isSame: replay.verdict === 'same', said: replay.explanation };
}
