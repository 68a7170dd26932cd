import { type AgentSettings, agentSettings, type PinnedAgent } from '@/lib/domain/agent';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { RolloutJob } from '@/lib/domain/rollout-documents';
import { launchRun } from '@/server/services/launches/launch-run';
import { prepareRun } from '@/server/services/launches/start-run';
import type { PracticeLab } from '@/server/services/runs/testing/practice-lab';

/** Runs of an experiment of sums with an agent in the place of its one model call. */
export function pinnedAgent(settings: object): PinnedAgent {
  const parsed: AgentSettings = agentSettings.parse(settings);
  return { id: 'agt_sums', name: 'Sums', version: 1, hash: canonicalHash(parsed), settings: parsed };
}

/** The id of the run. */
export async function startWithAgent(
  { actor }: PracticeLab,
  experimentId: string,
  agent: PinnedAgent,
): Promise<string> {
  const launch = await prepareRun(actor, { experimentId, kind: 'comparisonPoint', seed: 7 });
  return (await launchRun(actor, { ...launch, manifest: { ...launch.manifest, agent } })).id;
}

/** Solves a sum of the lab once its prompt has grown. */
export function sumOf({ task, candidate }: RolloutJob): string {
  const prompt = Object.values(candidate.components).join('');
  const number = /(\d+)/.exec(task.input.question)?.[1] ?? '';
  return prompt.length > 600 ? `${number}.25` : number;
}
