import type { RunGroupView } from '@/lib/contracts/run-groups';
import type { ControlSetInput } from '@/lib/contracts/set-progress';
import type { Actor } from '@/lib/domain/actor';
import { getGroup } from '@/server/repositories/run-groups';
import { controlRuns } from '@/server/services/run-sets/control-runs';
import { readGroup } from './read-group';

export async function controlGroup(
  actor: Actor<'experiment'>,
  { groupId, action }: ControlSetInput & { readonly groupId: string },
): Promise<RunGroupView> {
  await getGroup(actor.workspaceId, groupId);
  await controlRuns(actor, { of: { groupId }, action, noun: 'runGroup', subject: groupId });
  return readGroup(actor, { groupId });
}
