import { z } from 'zod';

/** How lists are cut: newest first, at most 200 a page, the cursor says where the next page begins. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(300).optional(),
});

/** Page parameters of lists that mostly fit one page: the default limit is the largest one. */
export const wholePageQuery = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(200),
});

/** A page of `item`; `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** A list that is short by nature (providers, keys, people) and comes whole. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item) });
}
