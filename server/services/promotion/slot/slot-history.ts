import { diffLines } from 'diff';
import type { FlagChangeView, HistoryPageInput } from '@/lib/contracts/slot-history';
import type { PromptDiffView } from '@/lib/contracts/slot-prompts';
import type { Actor } from '@/lib/domain/actor';
import { canonicalJson } from '@/lib/domain/content-hash';
import type { Clock } from '@/lib/ports/clock';
import { systemClock } from '@/server/observability/system-clock';
import { findFlagChangeAt, listFlagChangeRows } from '@/server/repositories/flag-changes';
import { getServedPromptRow, type ServedPromptRow } from '@/server/repositories/served-prompts';
import { getSlotRow } from '@/server/repositories/slots';
import type { Page } from '@/server/services/datasets/read-datasets';
import { flagChangeViews } from './slot-view';

/** History of a slot's live prompt, and changes between two versions. */
interface OneSlot {
  readonly slotId: string;
}

export async function listSlotHistory(
  actor: Actor<'read'>,
  { slotId, cursor, limit }: HistoryPageInput & OneSlot,
): Promise<Page<FlagChangeView>> {
  await getSlotRow(actor.workspaceId, slotId);
  const after = cursor === undefined ? undefined : BigInt(cursor);
  const rows = await listFlagChangeRows(slotId, { cursor: after, limit });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last ? last.id.toString() : null;
  return { items: await flagChangeViews(shown), nextCursor };
}

export async function readWhatWasLive(
  actor: Actor<'read'>,
  { slotId, at }: OneSlot & { readonly at?: string | undefined },
  clock: Clock = systemClock,
): Promise<{ readonly at: string; readonly change: FlagChangeView | null }> {
  await getSlotRow(actor.workspaceId, slotId);
  const moment = new Date(at ?? clock.nowMs());
  const row = await findFlagChangeAt(slotId, moment);
  const [change = null] = row === null ? [] : await flagChangeViews([row]);
  return { at: moment.toISOString(), change };
}

export async function diffSlotPrompts(
  actor: Actor<'read'>,
  input: OneSlot & { readonly promptId: string; readonly fromPromptId: string },
): Promise<PromptDiffView> {
  const { slotId, promptId, fromPromptId } = input;
  await getSlotRow(actor.workspaceId, slotId);
  const [from, to] = await Promise.all([
    getServedPromptRow(slotId, fromPromptId),
    getServedPromptRow(slotId, promptId),
  ]);
  const changes = diffLines(from.text, to.text);
  const linesOf = (isWanted: (change: (typeof changes)[number]) => boolean) =>
    changes.filter(isWanted).reduce((sum, { count = 0 }) => sum + count, 0);
  return {
    from: brief(from),
    to: brief(to),
    parts: changes.map(({ added, removed, value }) => ({
      mark: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })),
    addedLines: linesOf(({ added }) => added === true),
    removedLines: linesOf(({ removed }) => removed === true),
    settings: settingsThatDiffer(from, to),
  };
}

function settingsThatDiffer(from: ServedPromptRow, to: ServedPromptRow): PromptDiffView['settings'] {
  const settings = ({ model, params }: ServedPromptRow) => ({
    model,
    ...(params as Record<string, unknown>),
  });
  const [before, after]: Record<string, unknown>[] = [settings(from), settings(to)];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => ({ name, from: said(before?.[name]), to: said(after?.[name]) }))
    .filter((one) => one.from !== one.to);
}

/** Nothing said and null are the same: the provider's own choice. */
function said(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : canonicalJson(value);
}

function brief({ id, version, sha256 }: ServedPromptRow) {
  return { promptId: id, version, sha256 };
}
