import { environmentOf } from '@/lib/domain/agent';
import type { RunManifest } from '@/lib/domain/manifest';
import { assertExamplesNamed } from '@/lib/policy/agents';
import type { Prisma } from '@/server/db/generated/client';

/** An agent in an environment finds one of its kind with each example that the run takes from its split. */
export async function assertExamplesFit(
  { agent, split, traces }: RunManifest,
  tx: Pick<Prisma.TransactionClient, 'splitAssignment'>,
): Promise<void> {
  if (agent === undefined) return;
  const kind = environmentOf(agent.settings.kind);
  if (kind === null) return;
  const taken: Prisma.SplitAssignmentWhereInput = {
    registrationId: split.registrationId,
    // Traces take the place of the training examples.
    ...(traces === undefined ? {} : { split: { not: 'train' } }),
  };
  const [all, named] = await Promise.all([
    tx.splitAssignment.count({ where: taken }),
    tx.splitAssignment.count({
      where: { ...taken, example: { environment: { path: ['kind'], equals: kind } } },
    }),
  ]);
  assertExamplesNamed(agent, all - named);
}
