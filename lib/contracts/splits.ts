import { z } from 'zod';
import { displayName, identifier, timestamp } from './identifier';
import { operation } from './operation';
import { listOf } from './page';

/** Splits: a data set's examples divided once, under a hash, and fixed with the first score. */

export const splitName = z.enum(['train', 'selection', 'heldOut', 'confirmation']);

const count = z.int().min(0).max(200_000);
const counts = z
  .strictObject({
    train: count.optional(),
    selection: count.optional(),
    heldOut: count.optional(),
    confirmation: count.optional(),
  })
  .meta({
    id: 'SplitCounts',
    description: 'Examples for each part, assigned in the order of the content hash.',
  });

const share = z.number().min(0).max(1);
export const splitShares = z
  .strictObject({ train: share, selection: share, heldOut: share, confirmation: share })
  .meta({ id: 'SplitShares', description: 'Shares of each part; they are scaled to sum to 1.' });

export const SHARES_DEFAULT = { train: 0.5, selection: 0.1, heldOut: 0.3, confirmation: 0.1 };

const byShares = {
  kind: z.literal('shares'),
  shares: splitShares,
  by: z.enum(['content', 'group']).default('content'),
};
const byCounts = { kind: z.literal('counts'), counts };
const source = z.string().min(1).max(300);

export const splitRule = z
  .discriminatedUnion('kind', [
    z.strictObject(byShares),
    z.strictObject(byCounts),
    z.strictObject({
      kind: z.literal('bySource'),
      parts: z
        .array(
          z.discriminatedUnion('kind', [
            z.strictObject({ source, kind: z.literal('whole'), split: splitName }),
            z.strictObject({ source, ...byCounts }),
            z.strictObject({ source, ...byShares }),
          ]),
        )
        .min(1)
        .max(50),
    }),
  ])
  .meta({
    id: 'SplitRule',
    description:
      'Shares of all examples, fixed counts, or a rule for each file or column value. Examples with the same content always stay in one part.',
  });

export const split = z
  .object({
    id: z.string(),
    datasetId: z.string(),
    datasetName: z.string(),
    name: z.string(),
    /** Null for the splits of bundled data sets, which have no rule. */
    rule: splitRule.nullable(),
    salt: z.string(),
    /** sha256 over the sorted (split, content hash) pairs. */
    hash: z.string(),
    counts: z.object({ train: z.int(), selection: z.int(), heldOut: z.int(), confirmation: z.int() }),
    /** Examples of the data set outside this split. */
    unassigned: z.int(),
    /** Questions with more than one expected value: with labels in different parts, and all in one. */
    labelConflicts: z.object({ acrossParts: z.int(), withinPart: z.int() }),
    registeredBy: z.string(),
    registeredAt: timestamp,
    /** Time of the first score; the split cannot change afterwards. */
    pinnedAt: timestamp.nullable(),
    /** How often held-out has been measured. */
    heldOutUses: z.int(),
    /**
     * The person who opened the confirmation examples, and the run whose best prompt they confirm; null =
     * sealed, or none to open.
     */
    confirmationOpening: z
      .object({ runId: z.string(), openedBy: z.string(), openedAt: timestamp })
      .nullable(),
    experiments: z.int(),
    /** Person responsible for the split; null = not stated. */
    owner: z.string().nullable(),
    /** Whether held-out was ever used for tuning; null = not stated. */
    usedToTune: z.boolean().nullable(),
    usedToTuneNote: z.string().nullable(),
  })
  .meta({ id: 'Split', description: 'A registered partition of a data set.' });
export type SplitView = z.output<typeof split>;

export const registerSplitBody = z
  .strictObject({
    name: displayName,
    rule: splitRule.default({
      kind: 'shares',
      shares: SHARES_DEFAULT,
      by: 'content',
    }),
    /** Another salt gives another partition; the same salt gives the same one. */
    salt: z.string().max(200).default(''),
  })
  .meta({ id: 'RegisterSplit' });
export type RegisterSplitInput = z.output<typeof registerSplitBody>;

const tag = 'Splits';
const datasetParams = z.object({ datasetId: identifier });
const splitParams = z.object({ splitId: identifier });

export const listSplits = operation({
  id: 'listSplits',
  method: 'GET',
  path: '/api/v1/datasets/{datasetId}/splits',
  tag,
  summary: 'Registered splits of a data set, oldest first',
  permission: 'read',
  scope: 'datasetId',
  params: datasetParams,
  response: listOf(split),
});

export const registerSplit = operation({
  id: 'registerSplit',
  method: 'POST',
  path: '/api/v1/datasets/{datasetId}/splits',
  tag,
  summary: 'Register a split of a data set',
  description: 'Needs at least one example in train and one in held-out.',
  permission: 'experiment',
  scope: 'datasetId',
  params: datasetParams,
  body: registerSplitBody,
  response: split,
  status: 201,
});

export const getSplit = operation({
  id: 'getSplit',
  method: 'GET',
  path: '/api/v1/splits/{splitId}',
  tag,
  summary: 'One registered split',
  permission: 'read',
  scope: 'splitId',
  params: splitParams,
  response: split,
});

export const deleteSplit = operation({
  id: 'deleteSplit',
  method: 'DELETE',
  path: '/api/v1/splits/{splitId}',
  tag,
  summary: 'Remove a split that no score and no experiment uses',
  permission: 'experiment',
  scope: 'splitId',
  params: splitParams,
  response: split,
});

export const splitOperations = [listSplits, registerSplit, getSplit, deleteSplit] as const;
