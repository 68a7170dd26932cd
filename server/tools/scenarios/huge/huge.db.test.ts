import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRunsQuery } from '@/lib/contracts/run-list';
import type { Actor } from '@/lib/domain/actor';
import { contentHash } from '@/lib/domain/content-hash';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { resultDigest } from '@/lib/engine/fact-sink';
import { boundRunState } from '@/lib/projection/bound-run-state';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE } from '@/lib/projection/run-state';
import { EMPTY_SUMMARY, projectSummary, readSummary } from '@/lib/projection/run-summary';
import { closeDb, db } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { readEntries } from '@/server/events/read-events';
import { closeLedgerPool } from '@/server/ledger/pool';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { foundWorkspace } from '@/server/services/people/found-workspace';
import { getRolloutTrace, listRollouts } from '@/server/services/runs/read-rollouts';
import { listRuns } from '@/server/services/runs/read-runs';
import { readIterationScan, readRunSnapshot } from '@/server/services/runs/read-snapshot';
import { seedScenario } from '@/server/tools/scenarios/seed-scenario';
import { huge } from './huge';

/** A small version of the made-up runs: pages and projections of them must agree. */
const SIZE = { runs: 40, iterations: 24, measureEvery: 75 };

let database: TestDatabase;
let actor: Actor<'administer'>;
beforeAll(async () => {
  database = await createTestDatabase();
  asEnvironment(database);
  const founded = await foundWorkspace({
    email: 'owner@huge.test',
    password: 'correct horse battery staple',
  });
  if (founded === null) throw new Error('A database of its own has no workspace yet.');
  actor = founded.actor;
});
afterAll(async () => {
  await Promise.all([closeLedgerPool(), closeDb()]);
  await database.close();
});

describe('the huge scenario', () => {
  it('makes runs whose rows, ledgers and journals agree, and removes them again', async () => {
    const scenario = huge(SIZE);
    await seedScenario(actor, scenario, { again: false, tell: () => undefined });
    const { items } = await listRuns(actor, listRunsQuery.parse({ limit: 100 }));
    expect(items).toHaveLength(SIZE.runs + 1);
    expect(new Set(items.map(({ status }) => status))).toEqual(
      new Set(['finished', 'stopped', 'failed', 'paused']),
    );
    for (const run of items) {
      const entries = await readEntries(run.id, 0, { limit: 10_000 });
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      expect(run.lastSeq).toBe(entries.length);
      const row = await db().run.findUniqueOrThrow({ where: { id: run.id } });
      expect(readSummary(row.summary)).toEqual(projectSummary(EMPTY_SUMMARY, entries));
      expect(row.runHash).toBe(
        run.status === 'finished' || run.status === 'stopped' ? hashOf(entries) : null,
      );
    }
    const long = items.find(({ experimentName }) => experimentName.includes('24 iterations'));
    const entries = await readEntries(long?.id ?? '', 0, { limit: 10_000 });
    const state = reduceRun(EMPTY_RUN_STATE, entries);
    expect(state.iterations).toHaveLength(SIZE.iterations);
    expect(state.measurements).toHaveLength(4);
    expect([state.trainRollouts, state.evaluationRollouts]).toEqual([240, 1200]);
    const snapshot = await readRunSnapshot(actor, { runId: long?.id ?? '' });
    expect(JSON.parse(JSON.stringify(snapshot.state))).toEqual(
      JSON.parse(JSON.stringify(boundRunState(state))),
    );
    const { iteration } = await readIterationScan(actor, { runId: long?.id ?? '', iteration: 7 });
    expect(iteration).toMatchObject(JSON.parse(JSON.stringify(state.iterations[7])));
    const asked = {
      runId: long?.id ?? '',
      split: 'train' as const,
      iteration: undefined,
      correct: undefined,
    };
    const { items: rollouts } = await listRollouts(actor, { ...asked, cursor: undefined, limit: 1 });
    const trace = await getRolloutTrace(actor, { runId: asked.runId, seq: rollouts[0]?.seq ?? 0 });
    expect(trace.calls.map(({ purpose }) => purpose)).toEqual(['generate', 'reflect']);
    expect(trace.calls[0]?.messages[0]?.content).toContain('## FORMULAS');
    await scenario.clear(actor);
    expect([await db().run.count(), await db().ledgerEntry.count()]).toEqual([0, 0]);
  });
});

/** The entries that an iteration's tree is drawn from. */
function hashOf(entries: readonly LedgerEntry[]): string {
  const lines = entries.flatMap(({ type, key, data }) => {
    const digest = resultDigest({ type, data }, false);
    return digest === null ? [] : [`${key} ${digest}`];
  });
  return contentHash(lines.sort().join('\n'));
}
