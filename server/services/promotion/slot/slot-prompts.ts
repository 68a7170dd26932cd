import { ulid } from 'ulid';
import type {
  AddPromptInput,
  PromptPageInput,
  ServedPromptDetail,
  ServedPromptView,
} from '@/lib/contracts/slot-prompts';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash, contentHash } from '@/lib/domain/content-hash';
import { AppError } from '@/lib/errors/app-error';
import { db } from '@/server/db/client';
import {
  createServedPromptRow,
  findSameText,
  getServedPromptRow,
  lastVersionOf,
  listServedPromptRows,
  type ServedPromptListRow,
} from '@/server/repositories/served-prompts';
import { getSlotRow, lockSlot } from '@/server/repositories/slots';
import { recordAudit } from '@/server/services/audit/record-audit';
import type { Page } from '@/server/services/datasets/read-datasets';
import { originOf } from './prompt-origin';
import { servedPromptDetail, servedPromptView } from './slot-view';

/** Versions of a slot's prompt: added and read. Adding one puts nothing live. */
interface OneSlot {
  readonly slotId: string;
}

export async function listSlotPrompts(
  actor: Actor<'read'>,
  { slotId, cursor, limit }: PromptPageInput & OneSlot,
): Promise<Page<ServedPromptView>> {
  await getSlotRow(actor.workspaceId, slotId);
  const rows = await listServedPromptRows(slotId, { cursor, limit });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = rows.length > limit && last ? String(last.version) : null;
  return { items: items.map(servedPromptView), nextCursor };
}

export async function getSlotPrompt(
  actor: Actor<'read'>,
  { slotId, promptId }: OneSlot & { readonly promptId: string },
): Promise<ServedPromptDetail> {
  await getSlotRow(actor.workspaceId, slotId);
  return servedPromptDetail(await getServedPromptRow(slotId, promptId));
}

/** The same text, model and parameters of the same origin again are the version that is there already. */
export async function addSlotPrompt(
  actor: Actor<'experiment'>,
  input: AddPromptInput & OneSlot,
): Promise<ServedPromptDetail> {
  const { slotId } = input;
  return db().$transaction(async (tx) => {
    const slot = await lockSlot(actor.workspaceId, slotId, tx);
    if (slot.archivedAt !== null)
      throw new AppError('STATE_CONFLICT', 'This slot is archived. Restore it, then add the version.');
    const origin = await originOf(actor, input, tx);
    const sha256 = contentHash(origin.text);
    const same = (await findSameText(actor.workspaceId, sha256, tx)).find((row) =>
      isSame(row, { slotId, ...origin }),
    );
    if (same) return servedPromptDetail({ ...same, text: origin.text });
    const version = (await lastVersionOf(slotId, tx)) + 1;
    const id = `spr_${ulid()}`;
    const values = { id, slotId, version, sha256, ...origin, createdBy: actor.name };
    const row = await createServedPromptRow(values, tx);
    const { runId, candidateHash, isPractice } = row;
    await recordAudit(tx, actor, 'slot.promptAdded', slotId, {
      ...{ promptId: id, version, sha256, runId, candidateHash, isPractice },
    });
    return servedPromptDetail(row);
  });
}

type Sent = Pick<ServedPromptListRow, 'slotId' | 'model' | 'runId'> & { readonly params: unknown };

function isSame(row: ServedPromptListRow, { slotId, model, params, runId }: Sent): boolean {
  const isAlike = row.slotId === slotId && row.model === model && row.runId === runId;
  return isAlike && canonicalHash(row.params) === canonicalHash(params);
}
