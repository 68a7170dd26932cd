import { AppError } from '@/lib/errors/app-error';

/** Pages by the place of the last row rather than by counting: stable while rows arrive, and as fast on page 1,000. */
export interface Keyset {
  readonly createdAt: Date;
  readonly id: string;
}

/** Newest first. */
export const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** @throws AppError INPUT_INVALID for a cursor that no list gave. */
export function readCursor(cursor: string): Keyset {
  const [at = '', ...rest] = cursor.split('~');
  const id = rest.join('~');
  const createdAt = new Date(at);
  if (!id || Number.isNaN(createdAt.getTime())) {
    throw new AppError(
      'INPUT_INVALID',
      'This cursor does not come from the list: leave it out to begin anew.',
      {
        fields: [{ path: 'query.cursor', message: 'Not a cursor of this list.' }],
      },
    );
  }
  return { createdAt, id };
}

/** @throws AppError INPUT_INVALID for a cursor that no list gave. */
export function afterCursor(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const { createdAt, id } = readCursor(cursor);
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** Lists that are read as they came about. */
export const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

/** @throws AppError INPUT_INVALID for a cursor that no list gave. */
export function sinceCursor(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const { createdAt, id } = readCursor(cursor);
  return { OR: [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }] };
}

/** Which page of a list, as the contract has it. */
export interface PageAsked {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface PageOf<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/** Splits rows, read one beyond the limit, into the page and the cursor of the next page. */
export function cutPage<Row extends Keyset>(rows: readonly Row[], limit: number) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = rows.length > limit && last ? `${last.createdAt.toISOString()}~${last.id}` : null;
  return { items, nextCursor };
}
