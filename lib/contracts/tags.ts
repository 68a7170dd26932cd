import { z } from 'zod';
import { identifier } from './identifier';
import { operation } from './operation';
import { listOf } from './page';

/** Bulk actions on runs or experiments: add and remove tags, archive and restore. Nothing is deleted. */
export const TAGS_MAX = 20;
const TAG_LENGTH_MAX = 40;
const IDS_MAX = 200;
const group = 'Tags and archive';

/** In lower case, so that two spellings are one tag; without commas, which part them in an address. */
export const tag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'A tag has at least one letter.')
  .max(TAG_LENGTH_MAX, `A tag has at most ${TAG_LENGTH_MAX} characters.`)
  .regex(/^[^,\p{Cc}]*$/u, 'A tag is one line without commas.');

/** A query's filter: those that bear all of these. */
export const tagFilter = z
  .string()
  .max(1000)
  .transform((list) => list.split(',').flatMap((word) => word.trim().toLowerCase() || []));

const ids = z.array(identifier).min(1, 'Choose at least one.').max(IDS_MAX, `At most ${IDS_MAX} at once.`);

export const archiveBody = z
  .strictObject({
    ids,
    /** False brings them back. */
    archived: z.boolean(),
  })
  .meta({ id: 'ArchiveSeveral' });
export type ArchiveInput = z.output<typeof archiveBody>;

const tags = z.array(tag).max(TAGS_MAX).default([]);

export const tagBody = z.strictObject({ ids, add: tags, remove: tags }).meta({ id: 'TagSeveral' });
export type TagInput = z.output<typeof tagBody>;

/** Each on its own: what cannot be done to one does not hold up the others. */
export const bulkOutcome = z
  .object({
    changed: z.array(z.string()).describe('Those that are now otherwise than before.'),
    refused: z.array(z.object({ id: z.string(), reason: z.string() })),
  })
  .meta({ id: 'BulkOutcome' });
export type BulkOutcome = z.output<typeof bulkOutcome>;

export const tagUse = z
  .object({ tag: z.string(), runs: z.int(), experiments: z.int() })
  .meta({ id: 'TagUse' });
export type TagUse = z.output<typeof tagUse>;

export const listTags = operation({
  id: 'listTags',
  method: 'GET',
  path: '/api/v1/tags',
  tag: group,
  summary: 'The tags of the workspace, and how many runs and experiments bear each',
  permission: 'read',
  scope: 'workspace',
  response: listOf(tagUse),
});

export const archiveRuns = operation({
  id: 'archiveRuns',
  method: 'POST',
  path: '/api/v1/runs/archive',
  tag: group,
  summary: 'Put runs away or bring them back; one that is still going is refused with a reason',
  permission: 'experiment',
  scope: 'workspace',
  body: archiveBody,
  response: bulkOutcome,
});

export const tagRuns = operation({
  id: 'tagRuns',
  method: 'POST',
  path: '/api/v1/runs/tags',
  tag: group,
  summary: 'Give tags to runs and take tags from them',
  permission: 'experiment',
  scope: 'workspace',
  body: tagBody,
  response: bulkOutcome,
});

export const archiveExperiments = operation({
  id: 'archiveExperiments',
  method: 'POST',
  path: '/api/v1/experiments/archive',
  tag: group,
  summary: 'Put experiments away or bring them back; one whose runs are still going is refused with a reason',
  permission: 'experiment',
  scope: 'workspace',
  body: archiveBody,
  response: bulkOutcome,
});

export const tagExperiments = operation({
  id: 'tagExperiments',
  method: 'POST',
  path: '/api/v1/experiments/tags',
  tag: group,
  summary: 'Give tags to experiments and take tags from them',
  permission: 'experiment',
  scope: 'workspace',
  body: tagBody,
  response: bulkOutcome,
});
