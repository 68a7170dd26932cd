import { ulid } from 'ulid';
import { type RegisterSplitInput, type SplitView, splitRule } from '@/lib/contracts/splits';
import type { Actor } from '@/lib/domain/actor';
import type { SplitName } from '@/lib/domain/split';
import { AppError, type FieldFault } from '@/lib/errors/app-error';
import { SplitFilling, shortCounts } from '@/lib/evaluation/split-filling';
import { joinsGroups, ruleFaults, type SplitShares, sizesOf } from '@/lib/evaluation/split-rule';
import { ESCALATIONS } from '@/lib/policy/rules/anti-patterns';
import { refusal } from '@/lib/policy/rules/rule';
import { SPLIT_STAYS } from '@/lib/policy/rules/splits';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { listConfirmationOpenings } from '@/server/repositories/confirmations';
import { getDatasetRow } from '@/server/repositories/datasets';
import { countLabelConflicts, type PartedConflicts } from '@/server/repositories/label-conflicts';
import { chooseForUnits, hashChosen, saveChosen, stageUnits } from '@/server/repositories/split-in-database';
import {
  createSplitRow,
  deleteSplitRow,
  getSplitRow,
  listSplitRows,
  type SplitRow,
} from '@/server/repositories/splits';
import { recordAudit } from '@/server/services/audit/record-audit';

/** Registering, reading and removing splits. Once a score has used one, nothing of it changes any more. */
export async function registerSplit(
  actor: Actor<'experiment'>,
  input: { readonly datasetId: string } & RegisterSplitInput,
): Promise<SplitView> {
  return db().$transaction((tx) => registerSplitWithin(tx, actor, input), {
    timeout: LIMIT_MS,
    maxWait: 10_000,
  });
}

/** Once a transaction: its temporary tables last until its end. */
export async function registerSplitWithin(
  tx: Prisma.TransactionClient,
  actor: Actor<'experiment'>,
  { datasetId, ...input }: { readonly datasetId: string } & RegisterSplitInput,
): Promise<SplitView> {
  const dataset = await getDatasetRow(actor.workspaceId, datasetId, tx);
  if (dataset.archivedAt !== null)
    throw new AppError('STATE_CONFLICT', 'This data set is archived; register the split on another one.');
  const counts = await chooseSplits(tx, datasetId, input);
  const hash = await hashChosen(tx);
  const id = `spl_${ulid()}`;
  const rule = { rule: input.rule, salt: input.salt };
  const values = { id, datasetId, name: input.name, rule, hash, counts, registeredBy: actor.name };
  await createSplitRow(values, new Map(), tx);
  await saveChosen(tx, { registrationId: id, datasetId });
  await recordAudit(tx, actor, 'split.registered', id, { name: input.name, hash, ...counts });
  const conflicts = await countLabelConflicts([id], tx);
  return splitView(await getSplitRow(actor.workspaceId, id, tx), null, conflicts.get(id));
}

/** Minutes for millions of examples; the database does the work. */
const LIMIT_MS = 600_000;

/** Every example's split, kept in the transaction, and how many there are of each. @throws AppError INPUT_INVALID */
async function chooseSplits(
  tx: Prisma.TransactionClient,
  datasetId: string,
  { rule, salt }: RegisterSplitInput,
): Promise<SplitShares> {
  const sizes = await stageUnits(tx, { datasetId, byGroup: joinsGroups(rule), salt });
  assertUsable(ruleFaults(rule, sizesOf(sizes.examples)));
  const filling = new SplitFilling(rule, sizesOf(sizes.units));
  await chooseForUnits(tx, (unit) => filling.take(unit));
  assertUsable(shortCounts(rule, filling.counts));
  assertUsable(missingParts(filling.counts));
  return filling.counts;
}

export async function listSplits(
  actor: Actor<'read'>,
  { datasetId }: { readonly datasetId: string },
): Promise<SplitView[]> {
  await getDatasetRow(actor.workspaceId, datasetId);
  return withOpenings(actor, await listSplitRows(actor.workspaceId, datasetId));
}

export async function getSplit(
  actor: Actor<'read'>,
  { splitId }: { readonly splitId: string },
): Promise<SplitView> {
  const row = await getSplitRow(actor.workspaceId, splitId);
  const [view] = await withOpenings(actor, [row]);
  return view ?? splitView(row, null);
}

async function withOpenings(actor: Actor, rows: readonly SplitRow[]): Promise<SplitView[]> {
  const ids = rows.map(({ id }) => id);
  const [openings, conflicts] = await Promise.all([
    listConfirmationOpenings(actor.workspaceId, ids),
    countLabelConflicts(ids),
  ]);
  const known = new Map(openings.map((opening) => [opening.registrationId, opening]));
  return rows.map((row) => splitView(row, known.get(row.id) ?? null, conflicts.get(row.id)));
}

/** Only what nothing depends on can be removed. Returns the split as it was. */
export async function deleteSplit(
  actor: Actor<'experiment'>,
  { splitId }: { readonly splitId: string },
): Promise<SplitView> {
  return db().$transaction(async (tx) => {
    const row = await getSplitRow(actor.workspaceId, splitId, tx);
    assertNotPinned(row);
    if (row._count.experiments > 0)
      throw new AppError('STATE_CONFLICT', `${row._count.experiments} experiments use this split; it stays.`);
    await deleteSplitRow(splitId, tx);
    await recordAudit(tx, actor, 'split.deleted', splitId, { name: row.name, hash: row.hash });
    // Without a score there was no opening either.
    return splitView(row, null);
  });
}

/** @throws AppError SPLIT_PINNED */
function assertNotPinned(row: { readonly pinnedAt: Date | null }): void {
  if (row.pinnedAt === null) return;
  throw refusal(SPLIT_STAYS, { found: ESCALATIONS.E6 });
}

function assertUsable(faults: readonly FieldFault[]): void {
  if (faults.length === 0) return;
  const sentence = faults.map(({ message }) => message).join(' ');
  throw new AppError('INPUT_INVALID', `This rule gives no usable split. ${sentence}`, {
    fields: [...faults],
  });
}

/** Without training there is nothing to learn from, and without held-out nothing to judge by. */
function missingParts(counts: Readonly<Record<SplitName, number>>): FieldFault[] {
  const names = { train: 'train', heldOut: 'held-out' } as const;
  return (['train', 'heldOut'] as const)
    .filter((split) => counts[split] === 0)
    .map((split) => ({
      path: 'rule',
      message: `No example would go to ${names[split]}; it needs at least one.`,
    }));
}

const NO_CONFLICTS: PartedConflicts = { acrossParts: 0, withinPart: 0 };

type Opening = Awaited<ReturnType<typeof listConfirmationOpenings>>[number];

function splitView(row: SplitRow, opening: Opening | null, conflicts = NO_CONFLICTS): SplitView {
  const { rule, salt } = storedRule(row.rule);
  const counts = {
    train: 0,
    selection: 0,
    heldOut: 0,
    confirmation: 0,
    ...(row.counts as Partial<SplitCounts>),
  };
  const assigned = counts.train + counts.selection + counts.heldOut + counts.confirmation;
  return {
    id: row.id,
    datasetId: row.datasetId,
    datasetName: row.dataset.name,
    name: row.name,
    rule,
    salt,
    hash: row.hash,
    counts,
    unassigned: row.dataset.exampleCount - assigned,
    labelConflicts: conflicts,
    registeredBy: row.registeredBy,
    registeredAt: row.registeredAt.toISOString(),
    pinnedAt: row.pinnedAt?.toISOString() ?? null,
    heldOutUses: row.heldOutUses,
    confirmationOpening: opening && {
      runId: opening.runId,
      openedBy: opening.openedBy,
      openedAt: opening.openedAt.toISOString(),
    },
    experiments: row._count.experiments,
    owner: row.owner,
    usedToTune: row.usedToTune,
    usedToTuneNote: row.usedToTuneNote,
  };
}

type SplitCounts = Record<SplitName, number>;

/** A split that came with a bundled data set was not made by one of our rules, and shows none. */
function storedRule(stored: unknown): Pick<SplitView, 'rule' | 'salt'> {
  const { rule, salt } =
    typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const parsed = splitRule.safeParse(rule);
  return { rule: parsed.success ? parsed.data : null, salt: typeof salt === 'string' ? salt : '' };
}
