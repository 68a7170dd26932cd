import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareCurvesQuery } from '@/lib/contracts/curves';
import type { Actor } from '@/lib/domain/actor';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { reduceRun } from '@/lib/projection/reduce-run';
import { EMPTY_RUN_STATE, type RunState } from '@/lib/projection/run-state';
import { SMALL_LEDGER } from '@/lib/projection/testing/small-ledger';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { testActor } from '@/lib/testing/test-actor';
import { prepareConvergence } from '@/lib/view/convergence';
import { CONVERGENCE_AXES } from '@/lib/view/convergence-axis';
import { prepareComparedCurves } from '@/lib/view/curve-chart';
import { originOfManifest } from '@/lib/view/number-origin';
import { closeDb } from '@/server/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';
import { closeLedgerPool } from '@/server/ledger/pool';
import { seedRun } from '@/server/ledger/testing/seed-run';
import { asEnvironment } from '@/server/ledger/testing/test-environment';
import { readRunSnapshot } from '@/server/services/runs/read-snapshot';
import { compareCurves } from './compare-curves';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  asEnvironment(test);
});
afterAll(async () => {
  await Promise.all([closeLedgerPool(), closeDb()]);
  await test.close();
});

const manifest = buildManifest();

async function runWith(entries: readonly LedgerEntry[]): Promise<{ runId: string; actor: Actor<'read'> }> {
  const runId = await seedRun(test.pg);
  const { workspaceId } = await test.db.run.update({
    where: { id: runId },
    data: { manifest: manifest as object },
  });
  const at = new Date();
  await test.db.ledgerEntry.createMany({
    data: entries.map(({ seq, type, key, data, measured }) => ({
      ...{ runId, seq, type, key, at },
      ...{ data: data as object, measured: measured as object },
    })),
  });
  return { runId, actor: testActor('viewer', { workspaceId }) };
}

const SPEND = { calls: 12, tokensIn: 40_000, tokensOut: 2_500, costUsd: 0.25 };

/** A second iteration, so that a measurement follows one that has closed; and one that a cap cut short. */
function longer(): readonly LedgerEntry[] {
  const measured = SMALL_LEDGER.findLast(({ type }) => type === 'heldOut.measured') as LedgerEntry;
  const last = SMALL_LEDGER.length;
  const again = (by: number, part: object) =>
    ({
      ...measured,
      seq: last + by,
      key: `heldOut/${by}`,
      measured: { atMs: 60_000 * by },
      data: { ...measured.data, iteration: by, trainExamplesSeen: 4 + 4 * by, ...part },
    }) as LedgerEntry;
  const spent = SMALL_LEDGER.map((entry) =>
    entry.type === 'iteration.closed'
      ? { ...entry, data: { ...entry.data, spend: { ...entry.data.spend, ...SPEND } } }
      : entry,
  );
  return [...spent, again(1, {}), again(2, { incomplete: true }), again(3, {})];
}

describe('curves of runs side by side', () => {
  it('stand where the page of each run draws them, along every axis', async () => {
    const entries = longer();
    const { runId, actor } = await runWith(entries);
    const found = await compareCurves(actor, compareCurvesQuery.parse({ runs: runId }));
    const state = reduceRun(EMPTY_RUN_STATE, entries);
    for (const axis of CONVERGENCE_AXES) {
      const { points } = prepareConvergence(state, originOfManifest(manifest), axis);
      const [series] = prepareComparedCurves(found, axis).series;
      expect(series?.dots.map(({ score }) => score)).toEqual(points.map(({ score }) => score));
      const far = series?.dots.map(({ x }) => Number(x.toFixed(2)));
      expect([axis, far]).toEqual([axis, points.map(({ x }) => Number(x.toFixed(2)))]);
    }
    expect(found.own[0]?.points.at(-1)).toMatchObject({ tokens: 42_500, usd: 0.25, seconds: 180 });
  });

  it('have unknown dollars of a run with a model without a price, as its own page has, and never 0', async () => {
    const { runId, actor } = await runWith(longer());
    const serving = { ...manifest.models.serving, usdPerMillionIn: null, usdPerMillionOut: null };
    const unpriced = { ...manifest, models: { ...manifest.models, serving } };
    const lastSeq = longer().at(-1)?.seq ?? 0;
    await test.db.run.update({ where: { id: runId }, data: { manifest: unpriced as object, lastSeq } });
    const { own } = await compareCurves(actor, { runs: [runId], imported: [] });
    expect(own[0]?.points.length).toBeGreaterThan(1);
    expect(own[0]?.points.map(({ usd }) => usd).filter((usd) => usd !== null)).toEqual([]);
    const { state } = (await readRunSnapshot(actor, { runId })) as unknown as { state: RunState };
    expect(state.spend).toMatchObject({ spendUsd: null, costUsd: null });
    expect(state.spend?.tokensIn).toBeGreaterThan(0);
    expect(state.measurements.flatMap(({ spent }) => spent?.usd ?? [])).toEqual([]);
  });

  it('are empty of a run that was never measured', async () => {
    const { runId, actor } = await runWith(SMALL_LEDGER.slice(0, 1));
    const found = await compareCurves(actor, compareCurvesQuery.parse({ runs: runId }));
    expect(found.own[0]).toMatchObject({ points: [], seenUnit: 'examples' });
  });
});
