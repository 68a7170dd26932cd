import { randomInt } from 'node:crypto';
import { ulid } from 'ulid';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash } from '@/lib/domain/content-hash';
import { bindingsOf, type RunManifest } from '@/lib/domain/manifest';
import { invariant } from '@/lib/errors/invariant';
import { armName } from '@/lib/report/arm-name';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { sendRun, startQueue } from '@/server/jobs/queue';
import { createRunRow, type RunOrigin } from '@/server/repositories/runs';
import { recordAudit } from '@/server/services/audit/record-audit';
import { pinnedHead, runView } from '@/server/services/runs/run-view';
import { assertMayStart } from './may-start';
import { starterOf } from './starter';

/** Shared part of starting and re-running: the last refusals, and one transaction for row, audit and job. */
export interface Launch {
  /** Known beforehand where other rows name the run; else a new one. */
  readonly id?: string;
  readonly experimentId: string;
  readonly manifest: RunManifest;
  readonly label: string | undefined;
  /** Why this run exists beside its experiment: a group, a branch, the re-measurement of another run's claim. */
  readonly origin?: RunOrigin;
}

const SEED_LIMIT = 2_147_483_647;
export const randomSeed = () => randomInt(SEED_LIMIT);

export const newRunId = () => `run_${ulid()}`;

/** Arms of one comparison must be told apart in a list, so a point is called by its arm. */
function wordsFor(manifest: RunManifest): string {
  const isOtherArm = manifest.kind === 'combee' && manifest.aggregation.kind !== 'combee';
  if (manifest.kind === 'comparisonPoint' || isOtherArm) return armName(manifest);
  if (manifest.kind === 'evaluation') return `Evaluation on ${manifest.evaluation.split}`;
  if (manifest.kind === 'exploratory') return 'Exploratory Combee';
  return manifest.kind === 'combee' ? 'Combee' : 'Serial baseline';
}

export async function launchRun(actor: Actor<'experiment'>, launch: Launch): Promise<RunView> {
  const [view] = await launchTogether(actor, () => Promise.resolve([launch]));
  invariant(view, 'One launch gives one run.');
  return view;
}

/**
 * All or none, in one transaction. `decide` runs inside it, so that what it locks and reads still holds when the rows
 * are written; none launched is an answer too.
 */
export async function launchTogether(
  actor: Actor<'experiment'>,
  decide: (tx: Prisma.TransactionClient) => Promise<readonly Launch[]>,
): Promise<RunView[]> {
  // Started before the transaction: the first start of a process takes a while, and rows would be held for it.
  const queue = await startQueue();
  return db().$transaction(async (tx) => {
    const views: RunView[] = [];
    for (const launch of await decide(tx)) views.push(await launchIn({ tx, queue, actor }, launch));
    return views;
  });
}

interface LaunchPorts {
  readonly tx: Prisma.TransactionClient;
  readonly queue: Awaited<ReturnType<typeof startQueue>>;
  readonly actor: Actor<'experiment'>;
}

async function launchIn({ tx, queue, actor }: LaunchPorts, launch: Launch): Promise<RunView> {
  const { experimentId, manifest, label, origin } = launch;
  const id = launch.id ?? newRunId();
  const diagnosisId = await assertMayStart(actor, { id, experimentId, manifest, origin }, tx);
  const { kind, runSeed: seed } = manifest;
  const row = await createRunRow(
    {
      id,
      workspaceId: actor.workspaceId,
      experimentId,
      kind,
      label: label ?? `${wordsFor(manifest)}, seed ${seed}`,
      seed,
      manifest,
      manifestHash: canonicalHash(manifest),
      practice: bindingsOf(manifest).some((binding) => binding.practice),
      ...origin,
      createdBy: actor.name,
      startsAs: starterOf(actor),
    },
    tx,
  );
  await recordAudit(tx, actor, 'run.started', id, {
    ...{ experimentId, kind, seed },
    ...(diagnosisId === null ? {} : { diagnosisId }),
    ...origin,
  });
  await sendRun(queue, id, tx);
  // Nothing was measured yet that could be doubted.
  return runView(row, pinnedHead(manifest), null);
}
