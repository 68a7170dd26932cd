import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { peerAddress } from '@/server/accounts/peer-address';
import { config } from '@/server/config/config';

/** Limits on the requests of one person, key or unknown address to this process in a minute. */
const MINUTE_S = 60;
const STRANGER_POINTS = 300;

let actors: RateLimiterMemory | undefined;
const strangers = new RateLimiterMemory({
  keyPrefix: 'stranger',
  points: STRANGER_POINTS,
  duration: MINUTE_S,
});

/** An expensive request counts as several. @throws AppError RATE_LIMITED with the time to wait. */
export async function assertWithinRate(actor: Actor | null, address: string, points = 1): Promise<void> {
  actors ??= new RateLimiterMemory({
    keyPrefix: 'actor',
    points: config().requestsPerMinute,
    duration: MINUTE_S,
  });
  try {
    if (actor === null) await strangers.consume(address, points);
    else await actors.consume(actor.keyId ?? actor.userId ?? actor.name, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new AppError('RATE_LIMITED', 'Too many requests in a minute. Wait a little, then send fewer.', {
      retryAfterMs: refusal.msBeforeNext,
    });
  }
}

export function addressOf(request: Request): string {
  return peerAddress(request.headers.get('x-forwarded-for'));
}
