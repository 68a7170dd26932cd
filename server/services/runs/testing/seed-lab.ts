import { ulid } from 'ulid';
import { contentHash } from '@/lib/domain/content-hash';
import { db } from '@/server/db/client';

/** The rows of a workspace with everything that a run needs: a provider, a task, a split of sums. */
export interface LabCounts {
  readonly train: number;
  readonly heldOut: number;
  /** Sealed; none where left out. */
  readonly confirmation?: number;
  /** Selection examples, by which a search chooses; none where left out. */
  readonly selection?: number;
}

export type LabIds = Readonly<Record<'workspaceId' | 'providerId' | 'taskId' | 'splitId', string>>;

export async function seedLab(
  { workspaceId, providerId, taskId, splitId }: LabIds,
  size: LabCounts,
  baseUrl: string,
) {
  const datasetId = `dat_${splitId}`;
  await db().workspace.create({ data: { id: workspaceId, name: 'Lab' } });
  await db().provider.create({
    data: { id: providerId, workspaceId, name: 'Practice', baseUrl, practice: true, hardware: 'practice' },
  });
  for (const name of ['practice-task', 'practice-proposer', 'practice-judge']) {
    await db().model.create({
      data: { id: `mdl_${ulid()}`, providerId, name, usdPerMillionIn: 1, usdPerMillionOut: 2 },
    });
  }
  const task = {
    id: taskId,
    workspaceId,
    name: 'Sums',
    preset: 'formula',
    instructions: 'Work out the number.',
    inputShape: 'A question.',
    outputShape: 'A number.',
    scoring: { kind: 'formula' },
  };
  await db().task.create({ data: task });
  const { train, heldOut, confirmation = 0, selection = 0 } = size;
  const examples = Array.from({ length: train + heldOut + confirmation + selection }, (_, position) => {
    const question = `What is ${position} plus a quarter?`;
    const content = { question, context: '', expected: `${position}.25` };
    return {
      ...content,
      id: `e${String(position).padStart(4, '0')}`,
      position,
      contentHash: contentHash(question),
    };
  });
  await db().dataset.create({
    data: {
      id: datasetId,
      workspaceId,
      name: 'Sums',
      preset: 'formula',
      hash: contentHash(datasetId),
      exampleCount: examples.length,
      importReport: {},
      createdBy: 'test',
      examples: { create: examples },
    },
  });
  const counts = { train, selection, heldOut, confirmation };
  await db().splitRegistration.create({
    data: {
      id: splitId,
      datasetId,
      name: 'Split',
      rule: {},
      hash: contentHash(splitId),
      counts,
      registeredBy: 'test',
    },
  });
  const splitOf = (position: number) => {
    if (position < train) return 'train';
    if (position < train + heldOut) return 'heldOut';
    return position < train + heldOut + confirmation ? 'confirmation' : 'selection';
  };
  await db().splitAssignment.createMany({
    data: examples.map(({ id, position }) => ({
      registrationId: splitId,
      datasetId,
      exampleId: id,
      split: splitOf(position),
    })),
  });
}
