import { aggregationSettings } from '@/lib/contracts/aggregation-settings';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { db } from '@/server/db/client';
import { prepareRun } from '@/server/services/launches/start-run';
import type { MadeUpExample } from './made-up-texts';

/** The basis of made-up runs: manifests as a start would pin them, and the examples of their split. */
export interface Arm {
  readonly workspaceId: string;
  readonly createdBy: string;
  readonly experimentId: string;
  readonly manifest: RunManifest;
  readonly size: number;
}

const SIZES = [4, 8, 20] as const;
const REASON = 'Pinned, so that the arms differ in one thing alone.';

export async function preparedArms(
  actor: Actor,
  experimentId: string,
  sizes: readonly number[] = SIZES,
): Promise<readonly Arm[]> {
  const of = { workspaceId: actor.workspaceId, createdBy: actor.name, experimentId };
  const arms: Arm[] = [];
  for (const size of sizes) {
    for (const kind of ['combee', 'naive'] as const) {
      const { manifest } = await prepareRun(actor, {
        ...{ experimentId, kind: 'comparisonPoint', seed: 0 },
        aggregation: aggregationSettings.parse({ kind }),
        batch: { kind: 'static', size, reason: REASON },
      });
      arms.push({ ...of, manifest, size });
    }
  }
  return arms;
}

const known = new Map<string, Readonly<Record<'train' | 'heldOut', readonly MadeUpExample[]>>>();

/** Read once per split; a registration never changes. */
export async function examplesOf({ manifest }: Arm) {
  const { registrationId } = manifest.split;
  const there = known.get(registrationId);
  if (there !== undefined) return there;
  const rows = await db().splitAssignment.findMany({
    where: { registrationId },
    orderBy: { exampleId: 'asc' },
    select: {
      split: true,
      example: { select: { id: true, question: true, expected: true, groupKey: true } },
    },
  });
  const of = (name: 'train' | 'heldOut') =>
    rows.filter(({ split }) => split === name).map(({ example }) => example);
  const examples = { train: of('train'), heldOut: of('heldOut') };
  known.set(registrationId, examples);
  return examples;
}
