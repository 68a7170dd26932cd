import { timingSafeEqual } from 'node:crypto';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { authorize } from '@/lib/policy/roles';
import { type AskedBy, bearerOf } from '@/server/accounts/bearer';
import { config } from '@/server/config/config';

/**
 * Who may read metrics: the operator's token, which needs no database, or an owner, whom each process finds in its own way.
 * @throws AppError where it is neither
 */
export async function admitScraper(request: AskedBy, actorOf: () => Promise<Actor | null>): Promise<void> {
  const { metricsToken } = config();
  const bearer = bearerOf(request);
  if (metricsToken !== null && bearer !== null && isSame(bearer, metricsToken)) return;
  const actor = await actorOf();
  if (actor === null) {
    throw new AppError(
      'SIGN_IN_REQUIRED',
      "Send the operator's metrics token or an owner's API key as bearer.",
    );
  }
  authorize(actor, 'administer');
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
