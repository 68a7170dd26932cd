import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';

/** Authors of work that needs an approval (rulings C2), named as in audit entries. Knows no review. */
type Tx = Prisma.TransactionClient;

const ROWS_MAX = 1000;

export interface Authored {
  readonly workspaceId: string;
  readonly experimentId: string;
  /** Null where nothing has run yet. */
  readonly runId: string | null;
  /** The person or key that submitted the work. */
  readonly createdBy: string;
}

/**
 * Everyone who submitted the work, made or changed its experiment, started its run or added a candidate of their own.
 * For a key, also its maker: a key must not be a way around the rule.
 */
export async function authorsOf(work: Authored, tx: Tx = db()): Promise<string[]> {
  const { workspaceId, experimentId, runId, createdBy } = work;
  const made = { select: { createdBy: true } } as const;
  const experiment = await tx.experiment.findFirst({ where: { workspaceId, id: experimentId }, ...made });
  const run = runId === null ? null : await tx.run.findFirst({ where: { workspaceId, id: runId }, ...made });
  const edits =
    run === null
      ? []
      : await tx.priorityCandidate.findMany({ where: { runId: runId ?? '' }, ...made, take: ROWS_MAX });
  const names = [experiment, run, ...edits].flatMap((row) => (row === null ? [] : [row.createdBy]));
  const changers = await changersOf(workspaceId, experimentId, tx);
  return withKeyMakers(workspaceId, [createdBy, ...names, ...changers], tx);
}

/** Fields of an experiment that its runs do not use. */
const WORDS: readonly unknown[] = ['name', 'description'];

async function changersOf(workspaceId: string, experimentId: string, tx: Tx): Promise<string[]> {
  const changes = await tx.auditEntry.findMany({
    where: { workspaceId, subject: experimentId, action: 'experiment.updated' },
    select: { actor: true, detail: true },
    take: ROWS_MAX,
  });
  return changes.flatMap(({ actor, detail }) => {
    const { fields } = detail as { readonly fields?: readonly unknown[] };
    return fields?.every((field) => WORDS.includes(field)) ? [] : [actor];
  });
}

/** Everyone who changed the draft of a canary: the registered margin may be theirs. */
export async function amendersOf(workspaceId: string, canaryId: string, tx: Tx): Promise<string[]> {
  const changes = await tx.auditEntry.findMany({
    where: { workspaceId, subject: canaryId, action: 'canary.amended' },
    select: { actor: true },
    distinct: ['actor'],
    take: ROWS_MAX,
  });
  return changes.map(({ actor }) => actor);
}

/** Follows keys made by other keys until it reaches their makers. */
export async function withKeyMakers(
  workspaceId: string,
  names: readonly string[],
  tx: Tx,
): Promise<string[]> {
  const known = new Set(names);
  for (let asked: readonly string[] = [...known]; asked.length > 0; ) {
    const keyNames = asked.flatMap((name) => (name.startsWith('key ') ? [name.slice('key '.length)] : []));
    const where = { workspaceId, name: { in: keyNames } };
    const keys =
      keyNames.length === 0
        ? []
        : await tx.apiKey.findMany({ where, select: { createdBy: true }, take: ROWS_MAX });
    asked = [...new Set(keys.map(({ createdBy }) => createdBy))].filter((name) => !known.has(name));
    for (const name of asked) known.add(name);
  }
  return [...known];
}
