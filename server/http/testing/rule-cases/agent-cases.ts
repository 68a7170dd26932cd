import { agentSettings } from '@/lib/domain/agent';
import { contentHash } from '@/lib/domain/content-hash';
import type { RuleBench } from '../rule-bench';
import { seedSlot } from '../seed-canary';
import type { RuleCase } from '../test-rules';

/** Runs of agents: what live tools allow, and what may be promoted. */
async function agent(bench: RuleBench, settings: object = {}): Promise<string> {
  const { json } = await bench.api.call('createAgent', {
    body: { name: bench.newName(), settings: { kind: 'program', command: 'solver', ...settings } },
  });
  return json.id;
}

const serial = async (bench: RuleBench, settings: object, ofAgent: object = {}) => ({
  body: {
    experimentId: await bench.experiment({ agentId: await agent(bench, ofAgent), ...settings }),
    kind: 'serialBaseline',
  },
});

const LIVE = { tools: 'live', rolloutsMax: 1 };

const TERMINAL = { kind: 'terminal', reset: 'eachRollout', tools: 'sandboxed' };

/** A prompt of a run whose agent is proxied or not, as the next version of a slot. */
async function learned(bench: RuleBench, proxied: boolean) {
  const runId = await bench.diagnose(await bench.experiment());
  const settings = agentSettings.parse({ kind: 'program', command: 'solver', proxied });
  const agent = { id: 'agt_rule', name: 'Solver', version: 1, hash: 'hash', settings };
  await bench.repin(runId, (manifest) => ({ ...manifest, agent }));
  const text = 'Look up the order before you answer.';
  const candidateHash = contentHash(text);
  await bench.state(runId, 'candidate.created', { iteration: 1, hash: candidateHash, text });
  const { slotId } = await seedSlot(bench.api, bench.newName().replace(' ', '_').toLowerCase());
  return { params: { slotId }, body: { source: 'run', runId, candidateHash } };
}

export const AGENT_CASES: readonly RuleCase[] = [
  {
    rule: 'R-241',
    operation: 'startRun',
    refused: (bench) => serial(bench, { method: { name: 'gepa' } }, LIVE),
    passing: (bench) => serial(bench, {}, LIVE),
    whileQueued: (bench, runId) =>
      bench.repin(runId, (manifest) => ({ ...manifest, batch: { ...manifest.batch, size: 2 } })),
  },
  {
    rule: 'R-242',
    operation: 'addSlotPrompt',
    refused: (bench) => learned(bench, false),
    passing: (bench) => learned(bench, true),
  },
  {
    rule: 'R-243',
    operation: 'startRun',
    refused: (bench) => serial(bench, {}, TERMINAL),
    passing: (bench) => serial(bench, {}),
    whileQueued: (bench, runId) =>
      bench.repin(runId, ({ task, ...manifest }) => ({
        ...manifest,
        task: { ...task, scoring: { kind: 'environment' } },
      })),
  },
];
