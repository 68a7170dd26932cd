import { describe, expect, it } from 'vitest';
import { type Permit, ProviderLimiter } from './provider-limiter';
import { manualTicker } from './testing/manual-ticker';

const OPEN = { requestsPerMinute: null, tokensPerMinute: null, concurrency: 2 };
const done = { tokens: 0, limited: false };

function collect(limiter: ProviderLimiter, runId: string, count: number, tokens = 0) {
  const permits: Permit[] = [];
  for (let index = 0; index < count; index += 1) {
    limiter.acquire(runId, tokens).then((permit) => permits.push(permit));
  }
  return permits;
}

describe('the limiter of a provider', () => {
  it('never lets more calls out than its ceiling', async () => {
    const { ticker, advance } = manualTicker();
    const permits = collect(new ProviderLimiter(OPEN, ticker), 'a', 5);
    await advance(0);
    expect(permits).toHaveLength(2);
    permits[0]?.release(done);
    permits[0]?.release(done);
    await advance(0);
    expect(permits).toHaveLength(3);
  });

  it('serves runs in turn: a late small run does not wait behind a large one', async () => {
    const { ticker, advance } = manualTicker();
    const limiter = new ProviderLimiter({ ...OPEN, concurrency: 1 }, ticker);
    const order: string[] = [];
    const ask = (runId: string) =>
      limiter.acquire(runId, 0).then((permit) => {
        order.push(runId);
        permit.release(done);
      });
    const all = [...Array.from({ length: 6 }, () => ask('large')), ask('small'), ask('small')];
    await advance(0);
    await Promise.all(all);
    expect(order.indexOf('small')).toBeLessThanOrEqual(2);
    expect(order.lastIndexOf('small')).toBeLessThanOrEqual(4);
  });

  it('keeps requests a minute, evenly after the first ten seconds’ worth', async () => {
    const { ticker, advance } = manualTicker();
    const permits = collect(
      new ProviderLimiter({ ...OPEN, requestsPerMinute: 60, concurrency: 1000 }, ticker),
      'a',
      100,
    );
    await advance(0);
    expect(permits).toHaveLength(10);
    await advance(30_000);
    expect(permits).toHaveLength(40);
  });

  it('keeps tokens a minute by what calls really used', async () => {
    const { ticker, advance } = manualTicker();
    const limiter = new ProviderLimiter({ ...OPEN, tokensPerMinute: 6000, concurrency: 1000 }, ticker);
    const permits = collect(limiter, 'a', 20, 500);
    await advance(0);
    expect(permits).toHaveLength(2);
    // Each used 1500 where 500 were reserved: 2000 tokens of debt, 20 s at 100 a second, then 5 s for the next call.
    for (const permit of permits) permit.release({ tokens: 1500, limited: false });
    await advance(24_900);
    expect(permits).toHaveLength(2);
    await advance(200);
    expect(permits).toHaveLength(3);
  });

  it('shrinks once for a wave of 429, pauses as asked, and grows back with success', async () => {
    const { ticker, advance } = manualTicker();
    const limiter = new ProviderLimiter({ ...OPEN, concurrency: 10 }, ticker);
    const wave = collect(limiter, 'a', 10);
    await advance(0);
    for (const permit of wave) permit.release({ tokens: 0, limited: true, retryAfterMs: 3000 });
    expect(limiter.ceiling).toBe(7);
    const after = collect(limiter, 'a', 60);
    await advance(2900);
    expect(after).toHaveLength(0);
    await advance(200);
    expect(after).toHaveLength(7);
    for (let index = 0; index < 60; index += 1) {
      after[index]?.release(done);
      await advance(0);
    }
    expect(limiter.ceiling).toBe(10);
  });

  it('a call that is given up leaves the queue', async () => {
    const { ticker, advance } = manualTicker();
    const limiter = new ProviderLimiter({ ...OPEN, concurrency: 1 }, ticker);
    const [held] = await Promise.all([limiter.acquire('a', 0)]);
    const stop = new AbortController();
    const waiting = limiter.acquire('b', 0, stop.signal);
    stop.abort(new Error('paused'));
    await expect(waiting).rejects.toThrow('paused');
    held?.release(done);
    await advance(0);
    expect(collect(limiter, 'c', 1)).toBeDefined();
  });
});
