import type { LanguageModel, ModelRequest } from '@/lib/ports/language-model';
import { seededRng } from '@/lib/random/seeded-rng';
import type { ManualClock } from './manual-clock';

/** Answers of another model, each after its own time on a manual clock; an aborted call ends at once, by throwing. */
export function timedModel(
  model: LanguageModel,
  clock: ManualClock,
  delayMs: (request: ModelRequest) => number,
): LanguageModel {
  return {
    async complete(request, signal) {
      const ms = delayMs(request);
      await new Promise<void>((resolve, reject) => {
        const cancel = clock.after(ms, resolve);
        signal?.addEventListener('abort', () => {
          cancel();
          reject(signal.reason);
        });
      });
      const outcome = await model.complete(request, signal);
      return { ...outcome, delayMs: ms };
    },
  };
}

/** Log-normal, by the request alone: the same in a twin, another for a second call under a key of its own. */
export function drawnDelay(seed: string, medianMs = 1000, sigma = 0.5): (request: ModelRequest) => number {
  return ({ idempotencyKey }) => {
    const rng = seededRng(`${seed}/${idempotencyKey}`);
    // Box and Muller; 1 - u since the logarithm of 0 does not exist.
    const normal = Math.sqrt(-2 * Math.log(1 - rng.nextFloat())) * Math.cos(2 * Math.PI * rng.nextFloat());
    return Math.round(medianMs * Math.exp(sigma * normal));
  };
}

/** More promise turns than anything under test takes between two waits. */
const TURNS = 200;

/** Moves the clock to the next alarm whenever nothing else is left to do, until the work has ended. */
export async function untilSettled<T>(work: Promise<T>, clock: ManualClock): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) {
    for (let turn = 0; turn < TURNS && !isOver; turn += 1) await Promise.resolve();
    if (!isOver) clock.advance(clock.untilNextMs() ?? 0);
  }
  return work;
}
