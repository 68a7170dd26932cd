import { isRevertible } from '@/lib/canary/flag-moves';
import { flagKeyOf } from '@/lib/canary/ofrep';
import type { FlagChangeView } from '@/lib/contracts/slot-history';
import type { SlotKeyView } from '@/lib/contracts/slot-keys';
import type { ServedPromptDetail, ServedPromptView } from '@/lib/contracts/slot-prompts';
import type { SlotView } from '@/lib/contracts/slots';
import { SLOT_SCOPES } from '@/lib/domain/actor';
import type { SlotKind } from '@/lib/domain/canary-state';
import type { ApiKey } from '@/server/db/generated/client';
import type { FlagChangeKind, FlagChangeRow } from '@/server/repositories/flag-changes';
import {
  findPromptBriefs,
  type ServedPromptListRow,
  type ServedPromptRow,
} from '@/server/repositories/served-prompts';
import { findChallengerId, type SlotRow } from '@/server/repositories/slots';
import { storedSplit } from './flag-of-row';

/** Rows of slots, prompts, changes and keys as the API shows them. */
type Brief = { readonly promptId: string; readonly version: number; readonly sha256: string };
type Briefs = Awaited<ReturnType<typeof findPromptBriefs>>;

export async function slotViews(rows: readonly SlotRow[]): Promise<SlotView[]> {
  const splits = rows.map((row) => (row.split === null ? null : storedSplit.parse(row.split)));
  const challengers = await Promise.all(
    splits.map((split) => (split === null ? null : findChallengerId(split.canaryId))),
  );
  const pointers = rows.flatMap(({ livePromptId, previousPromptId }) => [livePromptId, previousPromptId]);
  const prompts = await findPromptBriefs([...pointers, ...challengers]);
  return rows.map((row, index) => {
    const split = splits[index] ?? null;
    const challenger = briefOf(prompts, challengers[index]);
    return viewOf(row, prompts, split && challenger ? { ...split, challenger } : null);
  });
}

export async function slotView(row: SlotRow): Promise<SlotView> {
  const [view] = await slotViews([row]);
  return view as SlotView;
}

function viewOf(
  row: SlotRow,
  prompts: Briefs,
  split: {
    readonly canaryId: string;
    readonly step: number;
    readonly share: number;
    challenger: Brief;
  } | null,
): SlotView {
  const kind = row.kind as SlotKind;
  const live = briefOf(prompts, row.livePromptId);
  const previous = briefOf(prompts, row.previousPromptId);
  return {
    id: row.id,
    kind,
    slug: row.slug,
    flagKey: flagKeyOf({ kind, slug: row.slug }),
    name: row.name,
    description: row.description,
    live,
    previous,
    split: split && {
      canaryId: split.canaryId,
      step: split.step,
      share: split.share,
      challenger: split.challenger,
    },
    isReverted: row.isReverted,
    isRevertible: isRevertible({ live, previous, split, isReverted: row.isReverted }),
    configVersion: row.configVersion,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    archivedAt: row.archivedAt?.toISOString() ?? null,
  };
}

export function briefOf(prompts: Briefs, id: string | null | undefined): Brief | null {
  const row = typeof id === 'string' ? prompts.get(id) : undefined;
  return row ? { promptId: row.id, version: row.version, sha256: row.sha256 } : null;
}

export function servedPromptView(row: ServedPromptListRow): ServedPromptView {
  return {
    promptId: row.id,
    version: row.version,
    sha256: row.sha256,
    model: row.model,
    params: row.params as ServedPromptView['params'],
    runId: row.runId,
    candidateHash: row.candidateHash,
    isPractice: row.isPractice,
    authors: row.authors,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
}

export function servedPromptDetail(row: ServedPromptRow): ServedPromptDetail {
  return { ...servedPromptView(row), text: row.text };
}

export async function flagChangeViews(rows: readonly FlagChangeRow[]): Promise<FlagChangeView[]> {
  const prompts = await findPromptBriefs(rows.map(({ livePromptId }) => livePromptId));
  return rows.map((row): FlagChangeView => {
    const split = row.split === null ? null : storedSplit.parse(row.split);
    return {
      id: row.id.toString(),
      kind: row.kind as FlagChangeKind,
      configVersion: row.configVersion,
      live: briefOf(prompts, row.livePromptId),
      split: split && { canaryId: split.canaryId, step: split.step, share: split.share },
      canaryId: row.canaryId,
      actor: row.actor,
      reason: row.reason,
      at: row.at.toISOString(),
    };
  });
}

export function slotKeyView(row: ApiKey): SlotKeyView {
  return {
    id: row.id,
    name: row.name,
    scopes: SLOT_SCOPES.filter((scope) => row.scopes.includes(scope)),
    isBrowser: row.isBrowser,
    origins: row.origins,
    prefix: row.prefix,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
