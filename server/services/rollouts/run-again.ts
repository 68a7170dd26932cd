import { ulid } from 'ulid';
import type { Actor } from '@/lib/domain/actor';
import { textOfComponents } from '@/lib/domain/components';
import { contentHash } from '@/lib/domain/content-hash';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import { startSingleRollout } from '@/server/jobs/single-rollouts';
import { orderOf } from '@/server/repositories/stored-rollout';
import { recordAudit } from '@/server/services/audit/record-audit';
import { attemptRows } from './read-rollouts';

/**
 * The same task by the same version of the agent, with other texts of its components. It counts in no run, no budget of
 * a run and no score; its own limit bounds what it costs. The seed is the same, so the texts are the difference.
 */
export async function runRolloutAgain(
  actor: Actor<'experiment'>,
  {
    rolloutId,
    components,
  }: { readonly rolloutId: string; readonly components: Readonly<Record<string, string>> },
): Promise<{ rolloutId: string }> {
  const rows = await attemptRows(actor.workspaceId, rolloutId);
  const row = rows.at(-1) ?? rows[0];
  const order = orderOf(row);
  assertKnown(
    Object.keys(components),
    order.components.map(({ name }) => name),
  );
  const texts = order.components.map(({ name, text }) => [name, components[name] ?? text] as const);
  const candidateHash = contentHash(textOfComponents(new Map(texts)));
  const id = `ro_${ulid()}`;
  await startSingleRollout({
    rolloutId: id,
    workspaceId: actor.workspaceId,
    agentId: row.agentId,
    agentVersion: row.agentVersion,
    purpose: 'again',
    input: row.input as { question: string; context: string },
    components: Object.fromEntries(texts),
    candidateHash,
    model: order.model,
    expected: order.expected,
    seed: order.seed,
    by: actor.name,
  });
  await db().$transaction((tx) =>
    recordAudit(tx, actor, 'rollout.runAgain', rolloutId, { rolloutId: id, candidateHash }),
  );
  return { rolloutId: id };
}

function assertKnown(given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new AppError('INPUT_INVALID', `The agent has no component ${unknown.join(', ')}.`, {
    fields: unknown.map((name) => ({
      path: `body.components.${name}`,
      message: `Choose among: ${known.join(', ')}.`,
    })),
  });
}
