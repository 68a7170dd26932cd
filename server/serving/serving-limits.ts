import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';

/**
 * How much one key, one browser or one stranger may ask of this process in a minute. A browser key is in many hands, so
 * each address has a share of its own and no address can use up the others'.
 */
export interface ServingLimits {
  /** @throws AppError RATE_LIMITED with the time to wait */
  ask(actor: Actor, address: string): Promise<void>;
  /** Counts a request whose key turned out to be unknown. @throws AppError RATE_LIMITED */
  askAsStranger(address: string): Promise<void>;
}

const MINUTE_S = 60;
const BROWSER_POINTS = 600;
const STRANGER_POINTS = 300;

export function makeServingLimits({ perMinute }: { readonly perMinute: number }): ServingLimits {
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterMemory({ keyPrefix, points, duration: MINUTE_S });
  const keys = limiter('evaluate', perMinute);
  const browsers = limiter('browser', Math.min(BROWSER_POINTS, perMinute));
  const strangers = limiter('unknown', STRANGER_POINTS);
  return {
    ask: ({ keyId, userId, name, slotKey }, address) =>
      slotKey?.isBrowser ? consume(browsers, `${keyId} ${address}`) : consume(keys, keyId ?? userId ?? name),
    askAsStranger: (address) => consume(strangers, address),
  };
}

async function consume(limiter: RateLimiterMemory, who: string): Promise<void> {
  try {
    await limiter.consume(who);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(refusal);
  }
}

function tooMany({ msBeforeNext: retryAfterMs }: RateLimiterRes): AppError {
  return new AppError('RATE_LIMITED', 'Too many requests in a minute. Wait a little and go on slower.', {
    retryAfterMs,
  });
}
