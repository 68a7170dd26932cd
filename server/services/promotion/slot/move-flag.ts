import { beginWith, endSplit, promoteTo, revertFlag, withSplit } from '@/lib/canary/flag-moves';
import type { Actor } from '@/lib/domain/actor';
import type { Flag } from '@/lib/domain/flag';
import { AppError } from '@/lib/errors/app-error';
import { invariant } from '@/lib/errors/invariant';
import { NOT_ROLLED_BACK, PRACTICE_STAYS_IN_REHEARSAL } from '@/lib/policy/rules/canary';
import { refusal } from '@/lib/policy/rules/rule';
import type { Clock } from '@/lib/ports/clock';
import { Prisma } from '@/server/db/generated/client';
import { systemClock } from '@/server/observability/system-clock';
import { createFlagChangeRow, type FlagChangeKind, wasTakenBack } from '@/server/repositories/flag-changes';
import {
  getServedPromptRow,
  type ServedPromptRow,
  servedPromptOf,
} from '@/server/repositories/served-prompts';
import { lockSlot, raiseConfigVersion, type SlotRow, updateSlotRow } from '@/server/repositories/slots';
import { recordAudit } from '@/server/services/audit/record-audit';
import { flagOfRow, splitToStore } from './flag-of-row';

/**
 * The one writer of flags. In the caller's transaction: locks the slot, moves its pointer, assigns the workspace's next
 * config version, records the new flag, and notifies every server. The caller has decided whether the move is allowed
 * (`takeMove` of canaries; the services of slots). Two rules are enforced here as well: a prompt from practice stays
 * out of production (P4), and a rolled-back canary cannot return. A move without a change writes nothing.
 */
export type FlagMove =
  /** An empty slot gets what the callers' code serves today. */
  | { readonly kind: 'first'; readonly promptId: string }
  /** A live step begins or widens. */
  | {
      readonly kind: 'split';
      readonly promptId: string;
      readonly share: number;
      readonly step: number;
      readonly optedIn?: readonly string[];
    }
  /** All traffic is sent to the prompt. */
  | { readonly kind: 'promote'; readonly promptId: string }
  /** The previous prompt is live again. */
  | { readonly kind: 'revert' }
  /** A live step ends without harm and without a promotion. */
  | { readonly kind: 'endSplit' };

export interface FlagMoved {
  /** False if the flag already had this value. */
  readonly isChanged: boolean;
  readonly before: Flag;
  readonly after: Flag;
  /** Version of the workspace's flags, as of the last move that changed a flag. */
  readonly configVersion: number;
  readonly atMs: number;
}

export interface FlagMoving {
  readonly slotId: string;
  readonly move: FlagMove;
  readonly actor: Pick<Actor, 'workspaceId' | 'name'>;
  readonly reason: string;
  /** Canary that makes the move; required for a split. */
  readonly canaryId?: string | null;
  readonly clock?: Clock;
}

const CHANGE_OF_MOVE: Readonly<Record<FlagMove['kind'], FlagChangeKind>> = {
  first: 'first',
  split: 'stepped',
  promote: 'promoted',
  revert: 'reverted',
  endSplit: 'ended',
};

/** @throws AppError NOT_FOUND, STATE_CONFLICT or PRACTICE_IN_PRODUCTION */
export async function moveFlag(tx: Prisma.TransactionClient, moving: FlagMoving): Promise<FlagMoved> {
  const { slotId, actor, clock = systemClock } = moving;
  const row = await lockSlot(actor.workspaceId, slotId, tx);
  const before = await flagOfRow(row, tx);
  const atMs = clock.nowMs();
  const moved = await moverOf(tx, moving, row);
  // Checked with the old number first: a number is assigned only to a change.
  if (moved(before, before.configVersion) === before)
    return { isChanged: false, before, after: before, configVersion: before.configVersion, atMs };
  const configVersion = await raiseConfigVersion(actor.workspaceId, tx);
  const after = moved(before, configVersion);
  await write(tx, moving, { after, atMs });
  return { isChanged: true, before, after, configVersion, atMs };
}

type Mover = (flag: Flag, configVersion: number) => Flag;

async function moverOf(
  tx: Prisma.TransactionClient,
  { slotId, move, canaryId }: FlagMoving,
  row: SlotRow,
): Promise<Mover> {
  if (move.kind === 'revert') return revertFlag;
  if (move.kind === 'endSplit') return endSplit;
  if (row.archivedAt !== null)
    throw new AppError('STATE_CONFLICT', 'This slot is archived: restore it first.');
  const promptRow = await getServedPromptRow(slotId, move.promptId, tx);
  assertFits(row, promptRow);
  // A person has reverted it meanwhile: neither a due step nor a worker brings it back.
  if (canaryId && (await wasTakenBack(slotId, canaryId, tx))) throw refusal(NOT_ROLLED_BACK);
  const prompt = servedPromptOf(promptRow);
  if (move.kind === 'promote') return (flag, version) => promoteTo(flag, prompt, version);
  if (move.kind === 'first') return firstMover(row, prompt);
  invariant(canaryId, 'a split belongs to a canary');
  const { share, step, optedIn = [] } = move;
  return (flag, version) => withSplit(flag, { canaryId, challenger: prompt, share, step, optedIn }, version);
}

function firstMover(row: SlotRow, prompt: Parameters<typeof beginWith>[1]): Mover {
  if (row.livePromptId !== null)
    throw new AppError(
      'STATE_CONFLICT',
      'Something is live in this slot: only a canary brings another prompt.',
      {
        howToProceed: ['Register a canary for the new prompt.'],
      },
    );
  return (flag, version) => beginWith(flag, prompt, version);
}

function assertFits({ kind }: SlotRow, { isPractice }: ServedPromptRow): void {
  if (isPractice && kind === 'production') throw refusal(PRACTICE_STAYS_IN_REHEARSAL);
}

async function write(
  tx: Prisma.TransactionClient,
  { slotId, move, actor, reason, canaryId = null }: FlagMoving,
  { after, atMs }: { readonly after: Flag; readonly atMs: number },
): Promise<void> {
  const split = after.split === null ? Prisma.DbNull : splitToStore(after.split);
  const livePromptId = after.live?.promptId ?? null;
  const { configVersion, isReverted } = after;
  const pointer = { livePromptId, previousPromptId: after.previous?.promptId ?? null, split };
  await updateSlotRow(slotId, { ...pointer, isReverted, configVersion }, tx);
  const kind = CHANGE_OF_MOVE[move.kind];
  await createFlagChangeRow(
    {
      ...{ slotId, configVersion, kind, livePromptId, split, canaryId, reason },
      actor: actor.name,
      at: new Date(atMs),
    },
    tx,
  );
  const share = after.split?.share ?? null;
  await recordAudit(tx, actor, `flag.${kind}`, slotId, {
    ...{ configVersion, livePromptId, share, canaryId, reason },
  });
}
