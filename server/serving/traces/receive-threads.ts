import type { Worker } from 'node:worker_threads';
import { AppError } from '@/lib/errors/app-error';
import { startThread } from '@/server/adapters/thread-file';
import { logOf } from '@/server/observability/log';
import type { Received, ReceiveResult, ReceiveWork } from './receive-work';

/**
 * A few threads that make parts of requests, started with the first request. A thread that dies gives its requests back as
 * "try again" and is started anew with the next one.
 */
export interface ReceiveThreads {
  /** @throws AppError INPUT_INVALID or BODY_TOO_LARGE, or ENVIRONMENT_DOWN where the sender may try again */
  receive(work: ReceiveWork): Promise<Received>;
  close(): Promise<void>;
}

type Answered = ReceiveResult | { readonly fault: string };

interface Waiting {
  resolve(answered: Answered): void;
  reject(error: Error): void;
}

const THREAD = 'server/serving/traces/receive-thread.ts';
const LIMITS = { maxOldGenerationSizeMb: 1_024 };

export function makeReceiveThreads({
  count,
  salt,
}: {
  readonly count: number;
  readonly salt: string;
}): ReceiveThreads {
  const threads = new Map<number, OneThread>();
  const open = (place: number): OneThread => {
    const known = threads.get(place);
    if (known !== undefined) return known;
    const made = new OneThread(salt, () => threads.delete(place));
    threads.set(place, made);
    return made;
  };
  return {
    async receive(work) {
      const places = Array.from({ length: count }, (_, place) => place);
      const load = (place: number) => threads.get(place)?.load ?? 0;
      const place = places.reduce((best, one) => (load(one) < load(best) ? one : best), 0);
      const answered = await open(place).ask(work);
      if ('fault' in answered) {
        logOf('traces').error({ fault: answered.fault }, 'A request with traces could not be read.');
        throw tryAgain();
      }
      if (answered.ok) return answered.received;
      throw new AppError(answered.refused.code, answered.refused.message);
    },
    async close() {
      await Promise.all([...threads.values()].map((one) => one.end()));
    },
  };
}

class OneThread {
  private readonly waiting = new Map<number, Waiting>();
  private readonly thread: Worker;
  private next = 0;

  constructor(salt: string, onEnd: () => void) {
    this.thread = startThread(THREAD, { workerData: { salt }, resourceLimits: LIMITS });
    this.thread.unref();
    this.thread.on('message', ({ id, result }: { readonly id: number; readonly result: Answered }) => {
      this.waiting.get(id)?.resolve(result);
      this.waiting.delete(id);
    });
    this.thread.on('error', (err) => logOf('traces').error({ err }, 'A thread that reads traces broke off.'));
    this.thread.on('exit', () => {
      onEnd();
      for (const { reject } of this.waiting.values()) reject(tryAgain());
      this.waiting.clear();
    });
  }

  get load(): number {
    return this.waiting.size;
  }

  ask(work: ReceiveWork): Promise<Answered> {
    const id = this.next;
    this.next += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.thread.postMessage({ id, work }, [work.body.buffer as ArrayBuffer]);
    });
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }
}

function tryAgain(): AppError {
  return new AppError('ENVIRONMENT_DOWN', 'The request was not read. Send it again.', {
    retryAfterMs: 2_000,
  });
}
