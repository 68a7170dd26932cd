import { contentHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import { cachedPair } from '@/lib/engine/measure/cached-pair';
import { methodNamed } from '@/lib/methods/known-methods';
import type { EvaluationCache } from '@/lib/ports/evaluation-cache';
import type { ModelReply } from '@/lib/ports/language-model';
import { ledgerPool } from '@/server/ledger/pool';
import { postgresEvaluationCache } from '@/server/ledger/postgres-evaluation-cache';
import { listExamplesOfSplit } from '@/server/repositories/splits';
import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Who may judge, what judging may cost, and when a score is taken again. */
const JUDGE = { kind: 'judge', rubric: 'Full marks for the right number.' };

/** A run whose answers a model judges, under a diagnosis of its own where it gets so far. */
async function judged(bench: RuleBench, settings: object) {
  const taskId = await bench.newTask(JUDGE);
  const experimentId = await bench.experiment({ taskId, ...settings });
  return { body: { experimentId, kind: 'combee' } };
}

async function judgedUnderGo(bench: RuleBench, settings: object) {
  const request = await judged(bench, settings);
  await bench.diagnose(request.body.experimentId);
  return request;
}

const MANY = { train: 20, selection: 4, heldOut: 40, confirmation: 6 };
const enough = async (bench: RuleBench) => ({ splitId: (await bench.newSplit(MANY)).splitId });
const FORCED = { judge: 'proposer', forcedReason: 'No second model may be used on these answers.' };

/** A provider whose model has this price, as the proxy below a ceiling. */
async function ceiling(bench: RuleBench, { priced }: { readonly priced: boolean }) {
  const price = priced ? { usdPerMillionIn: 1, usdPerMillionOut: 2 } : {};
  const [judge, proxy] = [`judge-${bench.newName()}`, `proxy-${bench.newName()}`].map((name) =>
    name.replace(' ', '-'),
  );
  for (const name of [judge, proxy]) {
    const params = { providerId: bench.providerId };
    const saved = await bench.api.call('saveModel', { params, body: { name, ...price } });
    if (saved.status >= 400) throw new Error(saved.text);
  }
  const of = (model: string | undefined) => ({ providerId: bench.providerId, model: model ?? '' });
  const models = { serving: bench.model('task'), proposer: bench.model('proposer'), evaluator: of(judge) };
  return { ...(await enough(bench)), models, judging: { costCeilingUsd: 0.01, proxy: of(proxy) } };
}

const PROMPT = 'Answer with a number.';
const REPLY: ModelReply = {
  ok: true,
  text: '{"reasoning": "One more.", "bullet_ids": [], "final_answer": "25"}',
  finishReason: 'stop',
  tokensIn: 5,
  tokensOut: 5,
  tokensCached: 0,
  usageReported: true,
  delayMs: 1,
  attempts: 1,
};

/** An evaluation of a prompt whose pair has a score, as a run would have left it. */
async function scoredPair(bench: RuleBench) {
  const experimentId = await bench.experiment({ name: bench.newName() });
  const exampleId = 'ex-24';
  const body = { experimentId, candidateText: PROMPT, split: 'heldOut', exampleIds: [exampleId] };
  const first = await bench.api.call('evaluateCandidate', { body });
  if (first.json.runId !== null) await keepAnswers(bench, first.json.runId, exampleId);
  return body;
}

async function keepAnswers({ api }: RuleBench, runId: string, exampleId: string): Promise<void> {
  const row = await api.database.db.run.findUniqueOrThrow({ where: { id: runId } });
  const manifest = row.manifest as unknown as RunManifest;
  const [asked] = manifest.evaluateOnly ?? [];
  const examples = await listExamplesOfSplit(manifest.split.registrationId, 'heldOut');
  const example = examples.find(({ id }) => id === exampleId);
  if (!asked || !example) throw new Error('the run evaluates nothing');
  const kept = postgresEvaluationCache(ledgerPool(), { workspaceId: api.workspaceId, runId });
  const answering: EvaluationCache = {
    keep: () => Promise.resolve(),
    async find(key) {
      await kept.keep(key, REPLY);
      return REPLY;
    },
  };
  const candidate = { hash: contentHash(asked.text), text: asked.text };
  const method = methodNamed(manifest.method.name);
  await cachedPair({ manifest, method, candidate, example, ordinal: 0, cache: answering });
}

export const EVALUATOR_CASES: readonly RuleCase[] = [
  {
    rule: 'R-191',
    also: ['R-180'],
    operation: 'startRun',
    refused: (bench) => {
      const models = {
        serving: bench.model('task'),
        proposer: bench.model('judge'),
        evaluator: bench.model('judge'),
      };
      return judged(bench, { models });
    },
    passing: (bench) => judgedUnderGo(bench, {}),
    whileQueued: (bench, runId) =>
      bench.repin(runId, ({ models, ...manifest }) => ({
        ...manifest,
        models: { ...models, evaluator: models.proposer },
      })),
  },
  {
    rule: 'R-175',
    operation: 'startRun',
    refused: (bench) => judged(bench, { judging: FORCED }),
    passing: async (bench) => judgedUnderGo(bench, { judging: FORCED, ...(await enough(bench)) }),
    whileQueued: (bench, runId) =>
      bench.repin(runId, ({ split, ...manifest }) => ({
        ...manifest,
        split: { ...split, counts: { ...split.counts, heldOut: 10 } },
      })),
  },
  {
    rule: 'R-112',
    operation: 'startRun',
    refused: (bench) => judged(bench, { judging: { costCeilingUsd: 0.01 } }),
    passing: async (bench) => judgedUnderGo(bench, await ceiling(bench, { priced: true })),
    whileQueued: (bench, runId) =>
      bench.repin(runId, ({ judging, ...manifest }) => ({
        ...manifest,
        judging: { ...judging, proxy: null },
      })),
  },
  {
    rule: 'R-111',
    operation: 'startRun',
    refused: async (bench) => judged(bench, await ceiling(bench, { priced: false })),
    passing: async (bench) => judgedUnderGo(bench, await ceiling(bench, { priced: true })),
    whileQueued: (bench, runId) =>
      bench.repin(runId, ({ models, ...manifest }) => ({
        ...manifest,
        models: { ...models, evaluator: { ...models.evaluator, usdPerMillionIn: null } },
      })),
  },
  {
    rule: 'R-196',
    operation: 'startRun',
    refused: async (bench) => ({
      body: { experimentId: await bench.experiment({ evaluationCache: { read: false } }), kind: 'combee' },
    }),
    passing: async (bench) => {
      const evaluationCache = { read: false, offReason: 'Delays are measured, so nothing may be saved.' };
      return { body: { experimentId: await bench.experiment({ evaluationCache }), kind: 'combee' } };
    },
  },
  {
    rule: 'R-114',
    operation: 'evaluateCandidate',
    refused: async (bench) => ({ body: { ...(await scoredPair(bench)), force: true } }),
    passing: async (bench) => ({
      body: { ...(await scoredPair(bench)), force: true, reason: 'The answer key was corrected.' },
    }),
  },
];
