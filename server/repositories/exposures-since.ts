import { db } from '@/server/db/client';

/** First and last second in which a version was served since a moment, and how often. */
export async function exposuresSince(slotId: string, promptId: string, since: Date) {
  const { _sum, _max, _min } = await db().exposureCount.aggregate({
    where: { slotId, promptId, at: { gte: since } },
    _sum: { count: true },
    _max: { at: true },
    _min: { at: true },
  });
  return { count: _sum.count ?? 0, firstAt: _min.at, lastAt: _max.at };
}
