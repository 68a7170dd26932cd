import { closeDb, db } from '@/server/db/client';
import { moveFlag } from '@/server/services/promotion/slot/move-flag';

/**
 * `begin-live-step.ts <canaryId> <share>`: the challenger of a canary takes its share of the callers at once, without the
 * days and people that this takes otherwise. Over the database that DATABASE_URL names.
 */
const [canaryId = '', share = ''] = process.argv.slice(2);
const { slotId, workspaceId, challengerId } = await db().canary.findUniqueOrThrow({
  where: { id: canaryId },
});
const move = { kind: 'split', promptId: challengerId, share: Number(share), step: 0 } as const;
const actor = { workspaceId, name: 'journey' };
await db().$transaction((tx) => moveFlag(tx, { slotId, move, actor, canaryId, reason: 'A journey.' }));
await closeDb();
