import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunManifest } from '@/lib/domain/manifest';
import { addDiagnosis } from '@/server/repositories/diagnoses';
import { startRun } from '@/server/services/launches/start-run';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { getRun } from '@/server/services/runs/read-runs';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { readTruths } from './read-truths';

const LEARNING_MS = { serialBaseline: 9000, combee: 1000 };

let lab: PracticeLab;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 8, heldOut: 4, timeScale: null });
});
afterAll(() => lab.close());

/** So many percent of 1,000 right at the beginning and at its best, in an experiment of its own. */
async function ended(kind: 'serialBaseline' | 'combee', right: readonly number[]): Promise<string> {
  const experimentId = await lab.makeExperiment({});
  const { id } = await startRun(lab.actor, { experimentId, kind, label: kind, seed: 1 });
  await finishRun(id, { points: right.map((each) => ({ right: each, learningMs: LEARNING_MS[kind] })) });
  return id;
}

it('is no good news of a run that ended below the serial one of its diagnosis, and that alone decides', async () => {
  const serial = await ended('serialBaseline', [40, 80]);
  const manifest = (await getRun(lab.actor, { runId: serial })).manifest as unknown as RunManifest;
  await addDiagnosis({
    ...{ id: `dia_${ulid()}`, workspaceId: lab.actor.workspaceId, runId: serial },
    ...{ scopeHash: diagnosisScopeHash(manifest), verdict: 'go', reason: 'A test says so.', detail: {} },
  });

  const below = await ended('combee', [40, 60]);
  const near = await ended('combee', [40, 79.5]);
  const level = await ended('combee', [40, 80]);

  const truths = await readTruths(lab.actor, { experiments: [], runs: [serial, below, near, level] });

  expect(truths.map(({ kind, tone }) => [kind, tone])).toEqual([
    ['gain', 'good'],
    ['belowSerial', 'honey'],
    ['serialUndecided', 'honey'],
    ['gain', 'good'],
  ]);
  expect(truths.map(({ againstSerial }) => againstSerial?.answer ?? null)).toEqual([
    null,
    'fails',
    'undecided',
    'holds',
  ]);
  expect(truths[1]?.sentence).toMatch(
    /^Below serial learning by more than 1 point, .+: −20\.0 points .+ against the serial run, though \+20\.0 points .+ over the original prompt; it saves 8\.0 s of learning time/,
  );
});
