import type { Edit } from '@/lib/domain/edit';
import { type PlaybookBullet, readBullets } from './playbook-bullets';

/**
 * The life of one bullet: in which versions of the playbook it was added, edited, counted and removed, and by which
 * operation. Each version is compared with its parent, since a run may try two lineages side by side. Reads the one line
 * of the bullet and the edits of the update that made the version; reads no whole text.
 */
export interface BulletVersion {
  readonly iteration: number;
  readonly hash: string;
  readonly parentHash: string | null;
  /** Its line in this version; null where the version does not hold it. */
  readonly line: string | null;
  readonly byHand: string | null;
  readonly atMs: number;
  /** Edits of the final update of that iteration. */
  readonly edits: readonly Edit[];
}

export type BulletOperation =
  | 'seed'
  | 'add'
  | 'update'
  | 'merge'
  | 'remove'
  | 'dedupe'
  | 'tags'
  | 'hand'
  | 'unknown';

export interface BulletChangeStep {
  readonly version: BulletVersion;
  readonly kind: 'added' | 'edited' | 'removed' | 'counted';
  readonly operation: BulletOperation;
  /** After the step; where it was removed, as it stood before. */
  readonly bullet: PlaybookBullet;
}

export interface BulletLife {
  readonly steps: readonly BulletChangeStep[];
  readonly counters: readonly {
    readonly iteration: number;
    readonly helpful: number;
    readonly harmful: number;
  }[];
}

/** `versions` as the run made them, oldest first. */
export function bulletLife(id: string, versions: readonly BulletVersion[]): BulletLife {
  const known = new Map<string, PlaybookBullet | null>();
  const steps: BulletChangeStep[] = [];
  const counters: { iteration: number; helpful: number; harmful: number }[] = [];
  let last: PlaybookBullet | null = null;
  for (const version of versions) {
    const now = version.line === null ? null : (readBullets(version.line)[0] ?? null);
    // A version without a parent begins anew; one whose parent was never told goes on from the version before it.
    const before: PlaybookBullet | null =
      version.parentHash === null ? null : (known.get(version.parentHash) ?? last);
    const step = stepOf(id, version, { before, now });
    if (step) steps.push(step);
    if (now) counters.push({ iteration: version.iteration, helpful: now.helpful, harmful: now.harmful });
    known.set(version.hash, now);
    last = now;
  }
  return { steps, counters };
}

interface Between {
  readonly before: PlaybookBullet | null;
  readonly now: PlaybookBullet | null;
}

function stepOf(id: string, version: BulletVersion, { before, now }: Between): BulletChangeStep | null {
  const bullet = now ?? before;
  if (bullet === null) return null;
  const kind = kindOf(before, now);
  return kind === null
    ? null
    : { version, kind, operation: operationOf(id, version, { kind, bullet }), bullet };
}

function kindOf(before: PlaybookBullet | null, now: PlaybookBullet | null): BulletChangeStep['kind'] | null {
  if (before === null) return 'added';
  if (now === null) return 'removed';
  if (before.text !== now.text) return 'edited';
  return before.helpful !== now.helpful || before.harmful !== now.harmful ? 'counted' : null;
}

function operationOf(
  id: string,
  { iteration, byHand, edits }: BulletVersion,
  { kind, bullet }: Pick<BulletChangeStep, 'kind' | 'bullet'>,
): BulletOperation {
  if (byHand !== null) return 'hand';
  if (kind === 'counted') return 'tags';
  if (kind === 'added') {
    if (iteration < 0) return 'seed';
    return edits.some((edit) => edit.type === 'add' && plain(edit.content) === plain(bullet.text))
      ? 'add'
      : 'unknown';
  }
  const own = edits.find((edit) => namesBullet(edit, id));
  // Grow-and-refine merges near-duplicates after the update, and no edit names the bullets that it merged.
  return own === undefined || own.type === 'add' ? 'dedupe' : own.type;
}

function namesBullet(edit: Edit, id: string): boolean {
  if (edit.type === 'merge') return edit.bulletIds.includes(id);
  return edit.type !== 'add' && edit.bulletId === id;
}

/** A content becomes one line when it is applied. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
