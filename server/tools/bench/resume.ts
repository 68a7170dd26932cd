import { idempotencyKeyOf } from '@/lib/engine/calls/describe-call';
import type { LanguageModel } from '@/lib/ports/language-model';
import { type BegunRun, type BenchLab, openBenchLab } from './bench-lab';
import { atMost, type BenchRow } from './bench-row';

/**
 * How long a run of 20,000 journaled calls takes from its claim by another worker to its first new call, and whether
 * any answered call was asked again.
 */
const CALLS = 20_000;
const TRAIN = 12_000;
const NEW_CALLS = 300;

export async function measureResume(): Promise<readonly BenchRow[]> {
  const lab = await openBenchLab(TRAIN + 100);
  try {
    const begun = await lab.begin({
      seed: 1,
      timeScale: null,
      train: TRAIN,
      heldOut: 20,
      settings: {
        lanes: 200,
        method: { name: 'ace', playbookTokenBudget: 2_000 },
        evaluation: { everyExamples: TRAIN },
        batch: { kind: 'static', size: 250, reason: 'Many iterations without delays.' },
      },
    });
    await carryCalls(lab, begun, { calls: CALLS, claim: false });
    const answered = await lab.answeredKeys(begun.runId);
    const known = new Set(answered.map((key) => idempotencyKeyOf(begun.manifest.runSeed, key)));
    const claimed = performance.now();
    const again = await carryCalls(lab, begun, { calls: NEW_CALLS, claim: true });
    return [
      {
        name: `resume of a run with ${CALLS.toLocaleString('en')} journaled calls`,
        unit: 's',
        ...atMost((again.firstAtMs - claimed) / 1000, 10),
        note: `from the claim to the first new call; ${answered.length.toLocaleString('en')} answers were in the journal`,
      },
      {
        name: 'answered calls asked again by the resumed run',
        unit: 'calls',
        ...atMost(again.keys.filter((key) => known.has(key)).length, 0),
        note: `${again.keys.length} new calls went out before it was stopped`,
      },
    ];
  } finally {
    await lab.close();
  }
}

/** Carries the run until so many calls went out, then lets those in flight end. */
async function carryCalls(
  lab: BenchLab,
  begun: BegunRun,
  { calls, claim }: { readonly calls: number; readonly claim: boolean },
): Promise<{ readonly firstAtMs: number; readonly keys: readonly string[] }> {
  const enough = new AbortController();
  const keys: string[] = [];
  let firstAtMs = Number.NaN;
  const watch = (model: LanguageModel): LanguageModel => ({
    complete(request, signal) {
      if (keys.length === 0) firstAtMs = performance.now();
      keys.push(request.idempotencyKey);
      if (keys.length >= calls) enough.abort();
      return model.complete(request, signal);
    },
  });
  await lab.carry(begun, { claim, signal: enough.signal, watch });
  return { firstAtMs, keys };
}
