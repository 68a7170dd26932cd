import { finishRun } from '@/server/services/readiness/testing/finish-run';
import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Claims of a speedup, and quotable numbers of a run whose proposer also serves. */
const FASTER = { points: [{ right: 60 }, { right: 85, learningMs: 1000 }] };

/**
 * A finished run that might be faster: with the dynamic batch size, or as a comparison point with a fixed
 * one.
 */
async function claim(bench: RuleBench, { fixed = false, settings = {} }): Promise<string> {
  const experimentId = await bench.experiment(settings);
  await bench.diagnose(experimentId);
  const batch = { kind: 'static', size: 4, reason: 'A point of comparison in a test.' };
  const body = { experimentId, kind: fixed ? 'comparisonPoint' : 'combee', ...(fixed ? { batch } : {}) };
  const run = await bench.api.call('startRun', { body });
  await finishRun(run.json.id, FASTER);
  return run.json.id;
}

/** A draft that states the speedup of that run. */
async function saying(bench: RuleBench, runId: string) {
  const id = `rep_${bench.newName().replace(' ', '_')}`;
  const document = { title: 'Report', lead: 'It pays.', facts: [], sections: [] };
  const content = { document, strategy: { subject: { runId }, speedup: { ratio: 8 } } };
  const about = { workspaceId: bench.api.workspaceId, kind: 'report', experimentId: 'exp', subjectId: runId };
  const version = { version: 1, title: 'Report', hash: 'a'.repeat(64), createdBy: 'maker@example.com' };
  await bench.api.database.db.strategyReport.create({ data: { id, ...about, ...version, content } });
  return { params: { reportId: id }, body: { reviewers: ['usr_reviewer'] } };
}

/** A proposer that also serves. */
function confounded(bench: RuleBench) {
  const one = bench.model('task');
  return { models: { serving: one, proposer: one, evaluator: bench.model('judge') } };
}

async function acknowledging(bench: RuleBench, reason: string) {
  const runId = await bench.diagnose(await bench.experiment(confounded(bench)));
  return { params: { runId }, body: { reason } };
}

const REASON = 'The gain was seen with another proposer as well.';

/** The claim of such a run, measured again. */
async function measuringAgain(bench: RuleBench, { isAcknowledged }: { readonly isAcknowledged: boolean }) {
  const params = { runId: await claim(bench, { settings: confounded(bench) }) };
  if (isAcknowledged) await bench.api.call('acknowledgeConfounding', { params, body: { reason: REASON } });
  return { params, body: {} };
}

export const CLAIM_CASES: readonly RuleCase[] = [
  {
    rule: 'R-010',
    operation: 'startReadiness',
    refused: async (bench) => ({ params: { runId: await claim(bench, { fixed: true }) }, body: {} }),
    passing: async (bench) => ({ params: { runId: await claim(bench, { fixed: false }) }, body: {} }),
    whileQueued: (bench, runId) => bench.find(runId, 'stillRising'),
  },
  {
    rule: 'R-010',
    operation: 'requestReview',
    refused: async (bench) => saying(bench, await claim(bench, { fixed: true })),
    passing: async (bench) => saying(bench, await claim(bench, { fixed: false })),
  },
  {
    rule: 'R-028',
    operation: 'acknowledgeConfounding',
    refused: (bench) => acknowledging(bench, 'It will do.'),
    passing: (bench) => acknowledging(bench, REASON),
  },
  {
    rule: 'R-028',
    operation: 'startReadiness',
    refused: (bench) => measuringAgain(bench, { isAcknowledged: false }),
    passing: (bench) => measuringAgain(bench, { isAcknowledged: true }),
    whileQueued: (bench) => bench.api.database.db.confoundingAcknowledgement.deleteMany(),
  },
];
