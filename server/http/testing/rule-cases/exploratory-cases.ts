import { contentHash } from '@/lib/domain/content-hash';
import { finishRun } from '@/server/services/readiness/testing/finish-run';
import type { RuleBench } from '../rule-bench';
import { seedSlot } from '../seed-canary';
import type { RuleCase } from '../test-rules';

const CURVE = { points: [{ right: 60 }, { right: 85, learningMs: 8000 }] };

/** Exploratory runs: when one may start, and where its prompts and its scores may not go. */
async function startsAfter(bench: RuleBench, finding: 'cannotBeTold' | 'plateauAbove') {
  const experimentId = await bench.experiment({ taskId: await bench.newTask() });
  await bench.diagnose(experimentId, finding);
  return { body: { experimentId, kind: 'exploratory' } };
}

type Kind = 'exploratory' | 'combee';

async function parallelRun(bench: RuleBench, kind: Kind): Promise<string> {
  const experimentId = await bench.experiment({ taskId: await bench.newTask() });
  const serialId = await bench.diagnose(experimentId, kind === 'combee' ? 'plateauAbove' : 'cannotBeTold');
  await finishRun(serialId, CURVE);
  return (await bench.api.call('startRun', { body: { experimentId, kind } })).json.id;
}

/** A prompt that the run has learned, as the next version of a slot. */
async function learned(bench: RuleBench, kind: Kind) {
  const runId = await parallelRun(bench, kind);
  const text = 'Look up the rate before you answer.';
  const candidateHash = contentHash(text);
  await bench.state(runId, 'candidate.created', { iteration: 1, hash: candidateHash, text });
  const { slotId } = await seedSlot(bench.api, bench.newName().replace(' ', '_').toLowerCase());
  return { params: { slotId }, body: { source: 'run', runId, candidateHash } };
}

async function reportOf(bench: RuleBench, kind: Kind) {
  const runId = await parallelRun(bench, kind);
  await finishRun(runId, { points: [{ right: 60 }, { right: 85, learningMs: 1000 }] });
  return { body: { kind: 'report', runId } };
}

export const EXPLORATORY_CASES: readonly RuleCase[] = [
  {
    rule: 'EXP-1',
    operation: 'startRun',
    refused: (bench) => startsAfter(bench, 'plateauAbove'),
    passing: (bench) => startsAfter(bench, 'cannotBeTold'),
    whileQueued: (bench, runId) => bench.find(runId, 'plateauAbove'),
  },
  {
    rule: 'EXP-2',
    operation: 'addSlotPrompt',
    refused: (bench) => learned(bench, 'exploratory'),
    passing: (bench) => learned(bench, 'combee'),
  },
  {
    rule: 'EXP-3',
    operation: 'makeReport',
    refused: (bench) => reportOf(bench, 'exploratory'),
    passing: (bench) => reportOf(bench, 'combee'),
  },
];
