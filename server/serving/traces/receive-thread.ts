import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@/lib/errors/app-error';
import { makeParts } from './make-parts';
import type { ReceiveResult, ReceiveWork } from './receive-work';

/** A thread that reads, scrubs and compresses one request after the other, so that flags are answered meanwhile. */
const { salt } = workerData as { readonly salt: string };

parentPort?.on('message', ({ id, work }: { readonly id: number; readonly work: ReceiveWork }) => {
  parentPort?.postMessage({ id, result: resultOf(work) });
});

function resultOf(work: ReceiveWork): ReceiveResult | { readonly fault: string } {
  try {
    return { ok: true, received: makeParts(work, salt) };
  } catch (error) {
    if (AppError.is(error, 'INPUT_INVALID') || AppError.is(error, 'BODY_TOO_LARGE'))
      return { ok: false, refused: { code: error.code as 'INPUT_INVALID', message: error.userMessage } };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
