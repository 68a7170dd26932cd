import { setImmediate as otherWork } from 'node:timers/promises';

/** Long enough to cost little, short enough not to delay other requests noticeably. */
const SLICE_MS = 15;

/** Walks through a long computation and lets the process do other work in between. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  let sliceEndsMs = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < sliceEndsMs) continue;
    await otherWork();
    sliceEndsMs = performance.now() + SLICE_MS;
  }
}
