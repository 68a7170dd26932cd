/**
 * Room for what is answered twice: so many calls at once, so many requests and bytes under way. Whether a request is
 * mirrored is decided when it comes in, before either answer is known, so a full queue takes fewer requests and favours
 * neither side; what was admitted is carried to its end. Knows no HTTP and no prompts.
 */
export interface MirrorQueue {
  /** Null: no room. The holder of a ticket must give it back. */
  admit(bytes: number): Ticket | null;
  readonly underWay: number;
  /** Requests that found no room since the start. */
  readonly refused: number;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export interface Ticket {
  /** Runs it when its turn comes, never before the present request has gone out. */
  run<T>(work: () => Promise<T>): Promise<T>;
  release(): void;
}

export interface MirrorLimits {
  readonly atOnce: number;
  readonly requests: number;
  readonly bytes: number;
}

export const MIRROR_LIMITS: MirrorLimits = { atOnce: 32, requests: 512, bytes: 64_000_000 };

export function makeMirrorQueue(limits: MirrorLimits = MIRROR_LIMITS): MirrorQueue {
  const waiting: (() => void)[] = [];
  const idlers: (() => void)[] = [];
  let requests = 0;
  let bytesHeld = 0;
  let running = 0;
  let refused = 0;

  const next = () => {
    while (running < limits.atOnce && waiting.length > 0) {
      running += 1;
      // Behind whatever this turn of the loop still does for callers.
      const begin = waiting.shift();
      if (begin) setImmediate(begin);
    }
  };

  async function run<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      next();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      next();
    }
  }

  function release(bytes: number): void {
    requests -= 1;
    bytesHeld -= bytes;
    if (requests === 0) for (const idler of idlers.splice(0)) idler();
  }

  return {
    admit(bytes) {
      if (requests >= limits.requests || bytesHeld + bytes > limits.bytes) {
        refused += 1;
        return null;
      }
      requests += 1;
      bytesHeld += bytes;
      let isHeld = true;
      return {
        run,
        release() {
          if (isHeld) release(bytes);
          isHeld = false;
        },
      };
    },
    get underWay() {
      return requests;
    },
    get refused() {
      return refused;
    },
    idle: () => (requests === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  };
}
