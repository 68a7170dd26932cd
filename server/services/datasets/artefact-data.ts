import { ulid } from 'ulid';
import type { ArtefactKind } from '@/lib/contracts/tasks';
import type { Actor } from '@/lib/domain/actor';
import type { SplitName } from '@/lib/domain/split';
import { exampleContentHash } from '@/lib/evaluation/import/map-record';
import { splitHash } from '@/lib/evaluation/split-hash';
import type { Prisma } from '@/server/db/generated/client';
import { createDatasetRow } from '@/server/repositories/datasets';
import { createSplitRow } from '@/server/repositories/splits';
import { recordAudit } from '@/server/services/audit/record-audit';
import { datasetHash } from './import-dataset';

/**
 * The data of an artefact that needs no examples of the user's. A run learns from one split and is measured on another;
 * here both hold the same descriptions, since the artefact is to be good at exactly these. So held-out says how good
 * it has become, and nothing about tasks that it was not made for: its data set says so.
 */
const SPLITS: readonly SplitName[] = ['train', 'selection', 'heldOut'];

/** Question of a single artefact's only example: its evaluator looks at the candidate alone. */
const ITSELF = 'Make this artefact as good as its evaluator can tell.';

export interface ArtefactData {
  readonly datasetId: string;
  readonly splitId: string;
}

/** Null for generalisation, which brings its own data set. */
export async function createArtefactData(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { name, artefact }: { readonly name: string; readonly artefact: ArtefactKind },
): Promise<ArtefactData | null> {
  if (artefact.kind === 'generalisation') return null;
  const descriptions = artefact.kind === 'single' ? [ITSELF] : [...new Set(artefact.descriptions)];
  const examples = SPLITS.flatMap((split) =>
    descriptions.map((question, index) => {
      const content = { question, context: '', expected: '' };
      const id = `${split}-${String(index + 1).padStart(3, '0')}`;
      return { ...content, id, groupKey: null, contentHash: exampleContentHash(content), sourceSplit: split };
    }),
  );
  const [datasetId, splitId] = [`dat_${ulid()}`, `spl_${ulid()}`];
  const dataset = {
    id: datasetId,
    workspaceId: actor.workspaceId,
    name: `${name.slice(0, 100)}: tasks of the artefact`,
    description: 'Made with its task. Held-out holds the very descriptions that are learned from.',
    preset: 'generic',
    bundled: false,
    hash: datasetHash(examples),
    exampleCount: examples.length,
    importReport: {},
    createdBy: actor.name,
  };
  await createDatasetRow(dataset, examples, tx);
  const assignments = new Map(examples.map(({ id, sourceSplit }) => [id, sourceSplit] as const));
  const each = descriptions.length;
  const counts = { train: each, selection: each, heldOut: each, confirmation: 0 };
  const split = {
    ...{ id: splitId, datasetId, name: 'The same tasks in each part', rule: {} },
    hash: splitHash(examples, assignments),
    ...{ counts, registeredBy: actor.name },
  };
  await createSplitRow(split, assignments, tx);
  await recordAudit(tx, actor, 'dataset.imported', datasetId, { name: dataset.name, examples: each });
  return { datasetId, splitId };
}
