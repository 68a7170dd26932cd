import { describe, expect, it } from 'vitest';
import { manualClock } from '@/lib/testing/manual-clock';
import type { Upstream } from '@/server/adapters/upstream';
import { callForCaller } from './gateway-call';

const CHUNK = 100_000;
const CHUNKS = 100;

/** A provider whose answer is long, and that counts how much of it was taken. */
function longAnswer() {
  const taken = { chunks: 0 };
  async function* body() {
    for (let index = 0; index < CHUNKS; index += 1) {
      taken.chunks += 1;
      yield new Uint8Array(CHUNK);
    }
  }
  const upstream: Upstream = {
    post: async () => ({ status: 200, headers: new Headers(), body: body() }),
    close: async () => undefined,
  };
  return { taken, upstream };
}

const call = (upstream: Upstream, isCompared: boolean) =>
  callForCaller(
    {
      ...{ upstream, body: '{}', isStream: false, clock: manualClock() },
      model: { providerId: 'prv', model: 'm', usdPerMillionIn: null, usdPerMillionOut: null },
      signal: new AbortController().signal,
    },
    { isCompared, onGone: () => undefined, onLost: () => undefined },
  );

/** Everything that is going to happen by itself has happened. */
async function calm() {
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('an answer that is not read yet', () => {
  it.each([
    ['is taken no further than a little ahead', false, 12],
    ['is taken on where it is compared, but not beyond what is compared', true, 82],
  ])('%s, and arrives whole', async (_what, isCompared, most) => {
    const { taken, upstream } = longAnswer();
    const { response, side } = await call(upstream, isCompared);
    await calm();
    expect(taken.chunks).toBeLessThanOrEqual(most);
    expect((await response.arrayBuffer()).byteLength).toBe(CHUNK * CHUNKS);
    expect((await side).failure).toBe(isCompared ? 'tooLong' : 'unread');
  });
});
