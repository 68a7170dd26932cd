import type { CheckRunInput } from '@/lib/contracts/proposals';
import type { Actor } from '@/lib/domain/actor';
import { assertMay } from '@/lib/policy/roles';
import { assertMayStart } from '@/server/services/runs/may-start';
import { prepareRun } from '@/server/services/runs/start-run';

/** Every refusal that a start of these settings would make, and no start. */
export async function checkRun(
  actor: Actor,
  { experimentId, kind, taskId, settings }: CheckRunInput & { readonly experimentId: string },
): Promise<{ readonly allowed: true }> {
  assertMay(actor, 'experiment');
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  await assertMayStart(actor, await prepareRun(actor, { experimentId, kind }, { taskId, settings: given }));
  return { allowed: true };
}
