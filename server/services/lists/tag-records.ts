import { type BulkOutcome, TAGS_MAX, type TagInput, type TagUse } from '@/lib/contracts/tags';
import type { Actor } from '@/lib/domain/actor';
import { db } from '@/server/db/client';
import { countTags, lockTagged, setTags, type Tagged, type TaggedRow } from '@/server/repositories/tags';
import { recordAudit } from '@/server/services/audit/record-audit';
import { missingOf } from './missing';

/** Tags are words for finding things again: nothing else reads them, so even a pinned experiment may change its own. */
export async function listTags(actor: Actor<'read'>): Promise<{ items: TagUse[] }> {
  return { items: await countTags(actor.workspaceId) };
}

export const tagRuns = (actor: Actor<'experiment'>, input: TagInput) => tagRecords(actor, 'Run', input);

export const tagExperiments = (actor: Actor<'experiment'>, input: TagInput) =>
  tagRecords(actor, 'Experiment', input);

const ACTIONS: Readonly<Record<Tagged, string>> = { Run: 'run.tagged', Experiment: 'experiment.tagged' };

async function tagRecords(
  actor: Actor<'experiment'>,
  of: Tagged,
  { ids, add, remove }: TagInput,
): Promise<BulkOutcome> {
  return db().$transaction(async (tx) => {
    const rows = await lockTagged(of, actor.workspaceId, ids, tx);
    const changed: string[] = [];
    const refused = missingOf(ids, rows);
    for (const row of rows) {
      const tags = tagsAfter(row, { add, remove });
      if (tags.length > TAGS_MAX) {
        refused.push({
          id: row.id,
          reason: `It would bear more than ${TAGS_MAX} tags: take one away first.`,
        });
        continue;
      }
      if (tags.join() === row.tags.join()) continue;
      await setTags(of, row.id, tags, tx);
      await recordAudit(tx, actor, ACTIONS[of], row.id, { tags });
      changed.push(row.id);
    }
    return { changed, refused };
  });
}

/** A tag that is given and taken at once is taken. */
function tagsAfter(
  { tags }: TaggedRow,
  { add, remove }: Pick<TagInput, 'add' | 'remove'>,
): readonly string[] {
  const taken = new Set(remove);
  return [...new Set([...tags, ...add])].filter((tag) => !taken.has(tag)).sort();
}
