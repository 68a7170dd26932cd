import type { ReportDocument } from '@/lib/domain/report-document';
import { AppError } from '@/lib/errors/app-error';
import { startThread } from '../thread-file';

/**
 * Sets each PDF in a thread of its own, so that this process goes on answering: two at a time, the others in turn. A
 * thread ends with its file, with the caller who goes away, or when its time or memory is used up. Cost: a new thread
 * loads the fonts and the library, less than a second of a core.
 */
export interface PdfSetter {
  /** @throws AppError DOCUMENT_TOO_LARGE, RATE_LIMITED where too many wait; the signal's reason where it is aborted */
  set(document: ReportDocument, signal?: AbortSignal): Promise<Uint8Array>;
  /** Threads that are alive. */
  readonly threads: number;
}

export interface PdfLimits {
  readonly threads: number;
  readonly waiting: number;
  readonly ms: number;
  readonly heapMb: number;
}

const LIMITS: PdfLimits = { threads: 2, waiting: 20, ms: 60_000, heapMb: 512 };
const RETRY_MS = 10_000;
const THREAD = 'server/adapters/pdf/pdf-thread.ts';

export function makePdfSetter(limits: PdfLimits = LIMITS): PdfSetter {
  let threads = 0;
  const waiting: (() => void)[] = [];

  async function turn(signal?: AbortSignal): Promise<void> {
    if (threads < limits.threads) {
      threads += 1;
      return;
    }
    if (waiting.length >= limits.waiting) throw tooMany();
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal?.reason);
      };
      waiting.push(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** The place goes to the next in line, or is free. */
  function done(): void {
    const next = waiting.shift();
    if (next) next();
    else threads -= 1;
  }

  return {
    async set(document, signal) {
      signal?.throwIfAborted();
      await turn(signal);
      try {
        return await setInThread(document, limits, signal);
      } finally {
        done();
      }
    },
    get threads() {
      return threads;
    },
  };
}

/** Settles once the thread is gone. */
async function setInThread(
  document: ReportDocument,
  { ms, heapMb }: PdfLimits,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const thread = startThread(THREAD, {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  let file: Uint8Array | undefined;
  let failure: Error | undefined;
  const stop = (reason: Error) => {
    failure ??= reason;
    void thread.terminate();
  };
  const leave = () => stop(signal?.reason);
  const timer = setTimeout(() => stop(tooLarge()), ms);
  signal?.addEventListener('abort', leave, { once: true });
  thread.once('message', (message: Uint8Array) => {
    file = message;
  });
  thread.once('error', (error: Error) => {
    failure ??= Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error;
  });
  await new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  clearTimeout(timer);
  signal?.removeEventListener('abort', leave);
  if (file !== undefined) return file;
  throw failure ?? new Error('The thread that sets a PDF ended without one.');
}

const tooLarge = (cause?: Error) =>
  new AppError('DOCUMENT_TOO_LARGE', 'This document is too large to be set as a PDF.', {
    ...(cause ? { cause } : {}),
    howToProceed: ['Download it as Markdown or JSON.'],
  });

const tooMany = () =>
  new AppError('RATE_LIMITED', 'Too many PDFs are being set. Try again in some seconds.', {
    retryAfterMs: RETRY_MS,
  });

const kept = globalThis as typeof globalThis & { wagglePdfSetter?: PdfSetter | undefined };

/** The setter of this process. */
export function pdfSetter(): PdfSetter {
  kept.wagglePdfSetter ??= makePdfSetter();
  return kept.wagglePdfSetter;
}
