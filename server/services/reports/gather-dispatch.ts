import type { RunManifest } from '@/lib/domain/manifest';
import { type ExpectedWorkload, expectedSizes } from '@/lib/engine/dispatch/expected-sizes';
import { policyPseudocode } from '@/lib/engine/dispatch/policy-pseudocode';
import type { DispatchSaid, Sizes } from '@/lib/report/strategy/strategy-input';
import { mean } from '@/lib/stats/summary';
import { readCallSizes } from '@/server/repositories/dispatch';
import { readNewestFacts } from '@/server/repositories/run-progress';

/** The dispatch policy of a manifest: its pseudocode, which batches it was expected to give, and which it gave. */

/** Where nothing was measured: the median call of the published runs (rulings P2). */
const ASSUMED = { promptTokens: 900, delayMs: 12_900, sigma: 0.5, score: 0.5 };
const ITERATIONS_MAX = 1_000;
const SAMPLE = 500;
/** More do not change the shape of the distribution. */
const ROLLOUTS_MAX = 1_000;

export async function gatherDispatch(manifest: RunManifest, runId: string | null): Promise<DispatchSaid> {
  const { dispatch, batch, lanes, models } = manifest;
  if (!dispatch) return { pseudocode: null, expected: null, workload: 'single calls', actual: null };
  const sizes = runId === null ? null : await readCallSizes(runId, SAMPLE);
  const plans = runId === null ? [] : await readNewestFacts(runId, 'batch.planned', ITERATIONS_MAX);
  const planned = mean(plans.map(({ size }) => size)) ?? (batch.kind === 'static' ? batch.size : lanes);
  const workload: ExpectedWorkload = {
    rollouts: Math.min(ROLLOUTS_MAX, Math.max(1, Math.round(planned))),
    lanes,
    promptTokensMedian: sizes?.promptTokens ?? ASSUMED.promptTokens,
    answerTokens: models.serving.maxTokens,
    delayMedianMs: sizes?.delayMs ?? ASSUMED.delayMs,
    sigma: sizes?.sigma ?? ASSUMED.sigma,
    score: ASSUMED.score,
  };
  const basis = (sizes?.calls ?? 0) > 0 ? 'as its calls were' : 'assumed sizes and delays';
  return {
    pseudocode: policyPseudocode(dispatch),
    expected: expectedSizes(dispatch, workload, manifest.runSeed),
    workload: `an iteration of ${workload.rollouts} rollouts on ${lanes} lanes, ${basis}`,
    actual: runId === null ? null : await actualSizes(runId),
  };
}

async function actualSizes(runId: string): Promise<Sizes> {
  const iterations = await readNewestFacts(runId, 'requests.dispatched', ITERATIONS_MAX);
  const sizes: Record<string, number> = {};
  for (const iteration of iterations) {
    for (const [size, times] of Object.entries(iteration.sizes)) sizes[size] = (sizes[size] ?? 0) + times;
  }
  const flushes = iterations.reduce((sum, one) => sum + one.flushes, 0);
  const requests = Object.entries(sizes).reduce((sum, [size, times]) => sum + Number(size) * times, 0);
  return { flushes, sizes, meanSize: flushes === 0 ? null : requests / flushes };
}
