import type { RuleBench } from '../rule-bench';
import type { RuleCase } from '../test-rules';

/** Runs of agents: what live tools allow. */
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

export const AGENT_CASES: readonly RuleCase[] = [
  {
    rule: 'R-241',
    operation: 'startRun',
    refused: (bench) => serial(bench, { method: { name: 'gepa' } }, LIVE),
    passing: (bench) => serial(bench, {}, LIVE),
    whileQueued: (bench, runId) =>
      bench.repin(runId, (manifest) => ({ ...manifest, batch: { ...manifest.batch, size: 2 } })),
  },
];
