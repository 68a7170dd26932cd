import { finishRun } from '@/server/services/readiness/testing/finish-run';
import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Sources of a plan and a report. */
const CURVE = { points: [{ right: 60 }, { right: 85, learningMs: 8000 }] };

async function plan(bench: RuleBench, { isDiagnosed }: { readonly isDiagnosed: boolean }) {
  const experimentId = await bench.experiment({ taskId: await bench.newTask() });
  if (isDiagnosed) await finishRun(await bench.diagnose(experimentId), CURVE);
  return { body: { kind: 'plan', experimentId } };
}

/** A report of a parallel run and its finished baseline. */
async function report(bench: RuleBench, { finished }: { readonly finished: boolean }) {
  const experimentId = await bench.experiment({ taskId: await bench.newTask() });
  await finishRun(await bench.diagnose(experimentId), CURVE);
  const run = await bench.api.call('startRun', { body: { experimentId, kind: 'combee' } });
  if (finished) await finishRun(run.json.id, { points: [{ right: 60 }, { right: 85, learningMs: 1000 }] });
  return { body: { kind: 'report', runId: run.json.id } };
}

/** A configuration file that names this task. */
function configuration(bench: RuleBench, taskId: string) {
  const { splitId } = bench.catalogue;
  return { body: { text: JSON.stringify({ name: bench.newName(), taskId, splitId }) } };
}

export const REPORT_CASES: readonly RuleCase[] = [
  {
    rule: 'R-177',
    operation: 'makeReport',
    refused: (bench) => plan(bench, { isDiagnosed: false }),
    passing: (bench) => plan(bench, { isDiagnosed: true }),
  },
  {
    rule: 'R-140',
    operation: 'makeReport',
    refused: (bench) => report(bench, { finished: false }),
    passing: (bench) => report(bench, { finished: true }),
  },
  {
    rule: 'R-006',
    operation: 'importConfiguration',
    refused: (bench) => configuration(bench, 'tsk_elsewhere'),
    passing: (bench) => configuration(bench, bench.catalogue.taskId),
  },
];
