import type { CheckRunInput } from '@/lib/contracts/proposals';
import type { Actor } from '@/lib/domain/actor';
import { assertMayStart } from '@/server/services/launches/may-start';
import { prepareRun } from '@/server/services/launches/start-run';

/** Every refusal that a start of these settings would make, and no start. */
export async function checkRun(
  actor: Actor<'experiment'>,
  { experimentId, kind, taskId, settings }: CheckRunInput & { readonly experimentId: string },
): Promise<{ readonly allowed: true }> {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  await assertMayStart(actor, await prepareRun(actor, { experimentId, kind }, { taskId, settings: given }));
  return { allowed: true };
}
