import type { ReadinessView } from '@/lib/contracts/readiness';
import type { ControlSetInput } from '@/lib/contracts/set-progress';
import type { Actor } from '@/lib/domain/actor';
import { assertRunExists } from '@/server/repositories/runs';
import { controlRuns } from '@/server/services/run-sets/control-runs';
import { readReadiness } from './read-readiness';

export async function controlReadiness(
  actor: Actor<'experiment'>,
  { runId, action }: ControlSetInput & { readonly runId: string },
): Promise<ReadinessView> {
  await assertRunExists(actor.workspaceId, runId);
  await controlRuns(actor, { of: { readinessOfId: runId }, action, noun: 'readiness', subject: runId });
  return readReadiness(actor, { runId });
}
