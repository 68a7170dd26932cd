import type { FactData } from '@/lib/domain/ledger-entry';
import type { Spend } from '@/lib/domain/spend';
import { buildRecordFacts, type RecordedRun } from '@/lib/testing/builders/run-record';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Ends a run that was started, with this record in its ledger: for tests of what reads finished runs. */
export async function finishRun(
  runId: string,
  record: Pick<RecordedRun, 'n' | 'points' | 'costUsd'>,
): Promise<void> {
  const { measured, closed } = buildRecordFacts(record);
  const candidates = measured.map(({ data }) => created(data));
  const chosen = measured.findLast(({ data }) => data.best)?.data.candidateHash;
  const spend = closed.at(-1)?.data.spend;
  const finished = {
    type: 'run.finished',
    key: 'run.finished',
    data: { bestCandidateHash: chosen, ...(spend ? { spend } : {}) },
    measured: {},
  };
  const facts = [...candidates, ...measured, ...closed, finished];
  await writeFacts(runId, facts);
  if (spend) await db().journalCall.create({ data: callThatCost(runId, spend) });
  await db().run.update({ where: { id: runId }, data: { status: 'finished', lastSeq: facts.length } });
}

/** The run that scores a confirmation slice, ended with so many right before and after. */
export async function finishConfirmation(runId: string, right: readonly [number, number]): Promise<void> {
  const { measured } = buildRecordFacts({ points: right.map((each) => ({ right: each })) });
  await writeFacts(
    runId,
    measured.map((fact) => ({ ...fact, data: { ...fact.data, split: 'confirmation' } })),
  );
  await db().run.update({ where: { id: runId }, data: { status: 'finished' } });
}

/** All that the run used, as one call of its journal: what money is summed from. */
function callThatCost(runId: string, { costUsd, spendUsd, tokensIn, tokensOut }: Spend) {
  const at = new Date();
  return {
    runId,
    key: '-1/evaluate/0/0/all/all',
    iteration: -1,
    purpose: 'evaluate',
    role: 'serving',
    model: 'a-model',
    subject: 'all',
    promptHash: 'all',
    paramsHash: 'all',
    messages: [],
    worker: 'test',
    attempts: 1,
    outcome: { ok: true },
    sentAt: at,
    answeredAt: at,
    ...{ costUsd, spendUsd, tokensIn, tokensOut },
  };
}

function created({ candidateHash, iteration }: FactData['heldOut.measured']) {
  const parentHash = iteration === -1 ? null : `candidate-${iteration}`;
  const data = { iteration, hash: candidateHash, parentHash, text: `Prompt of ${candidateHash}` };
  return { type: 'candidate.created', key: `candidate.created/${candidateHash}`, data, measured: {} };
}

interface WrittenFact {
  readonly type: string;
  readonly key: string;
  readonly data: object;
  readonly measured: object;
}

async function writeFacts(runId: string, facts: readonly WrittenFact[]): Promise<void> {
  await db().ledgerEntry.createMany({
    data: facts.map(({ type, key, data, measured }, index) => ({
      runId,
      seq: index + 1,
      type,
      key,
      data: data as Prisma.InputJsonObject,
      measured: measured as Prisma.InputJsonObject,
      at: new Date(),
    })),
  });
}
