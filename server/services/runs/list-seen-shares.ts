import type { Actor } from '@/lib/domain/actor';
import { readSeenShares } from '@/server/repositories/rollout-replies';
import { getRunRow } from '@/server/repositories/runs';

interface SeenShares {
  readonly items: { readonly ordinal: number; readonly share: number }[];
}

/** How much of its agent's trajectory each reflection of one iteration read; none without an agent. */
export async function listSeenShares(
  actor: Actor<'read'>,
  { runId, iteration }: { readonly runId: string; readonly iteration: number },
): Promise<SeenShares> {
  const row = await getRunRow(actor.workspaceId, runId);
  const { agent } = row.manifest;
  if (agent === undefined) return { items: [] };
  const shares = await readSeenShares(runId, iteration);
  const items = [...shares].map(([place, share]) => ({ ordinal: Number(place.split('/')[1]), share }));
  return { items: items.sort((a, b) => a.ordinal - b.ordinal) };
}
