import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { DiagnosisFinding } from '@/lib/domain/serial-diagnosis';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Evidence that a serial curve must give before its task is scaled. */
async function serialRun(bench: RuleBench, settings: object = {}): Promise<string> {
  const body = { experimentId: await bench.experiment(settings), kind: 'serialBaseline' };
  const { json } = await bench.api.call('startRun', { body });
  await bench.api.database.db.run.update({ where: { id: json.id }, data: { status: 'finished' } });
  return json.id;
}

const MEASURED: FactData['heldOut.measured'] = {
  iteration: -1,
  candidateHash: 'c',
  split: 'heldOut',
  trainExamplesSeen: 0,
  score: { mean: 0.5, lower: 0.1, upper: 0.9, n: 2 },
  exampleIds: ['a', 'b'],
  scores: [0, 1],
  failures: 0,
  best: true,
};

async function diagnosed(bench: RuleBench, { measured }: { readonly measured: boolean }) {
  const runId = await serialRun(bench);
  if (measured) await bench.state(runId, 'heldOut.measured', MEASURED);
  return { body: { runId } };
}

/** A parallel run of its own task, whose newest diagnosis has this finding. */
async function parallelAfter(bench: RuleBench, found: DiagnosisFinding) {
  const experimentId = await bench.experiment({ taskId: await bench.newTask() });
  const body = { experimentId, kind: 'serialBaseline' };
  const runId: string = (await bench.api.call('startRun', { body })).json.id;
  const { db } = bench.api.database;
  const { manifest } = await db.run.findUniqueOrThrow({ where: { id: runId } });
  await db.diagnosis.create({
    data: {
      ...{ id: `dia_${runId}`, workspaceId: bench.api.workspaceId, runId },
      scopeHash: diagnosisScopeHash(manifest as unknown as RunManifest),
      verdict: found === 'plateauAbove' ? 'go' : 'noGo',
      reason: 'It was measured.',
      detail: { finding: found, alternatives: found === 'plateauAbove' ? [] : ['Try something else.'] },
    },
  });
  return { body: { experimentId, kind: 'combee' } };
}

export const DIAGNOSIS_CASES: readonly RuleCase[] = [
  {
    rule: 'R-060',
    operation: 'makeDiagnosis',
    refused: (bench) => diagnosed(bench, { measured: false }),
    passing: (bench) => diagnosed(bench, { measured: true }),
  },
  {
    rule: 'R-061',
    operation: 'startRun',
    refused: (bench) => parallelAfter(bench, 'stillRising'),
    passing: (bench) => parallelAfter(bench, 'plateauAbove'),
    whileQueued: (bench, runId) => bench.find(runId, 'stillRising'),
  },
  {
    rule: 'R-062',
    operation: 'startRun',
    refused: (bench) => parallelAfter(bench, 'plateauNotAbove'),
    passing: (bench) => parallelAfter(bench, 'plateauAbove'),
    whileQueued: (bench, runId) => bench.find(runId, 'plateauNotAbove'),
  },
];
