import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { CallPurpose } from '@/lib/domain/model-role';
import { amountOf } from '@/lib/engine/calls/call-account';
import { ceilingOf } from '@/lib/engine/calls/pricing';
import { type Amount, addAmounts, NO_AMOUNT } from '@/lib/engine/limits/budget';
import { FIRST_JUDGE_ORDINAL } from '@/lib/engine/measure/held-out';
import { rolloutCeiling } from '@/lib/evaluation/agent-call';
import { programBinding } from '@/lib/evaluation/program';
import type { AdoptedCalls, RolloutPlace } from '@/lib/ports/journal';
import type { RolloutOrder } from '@/lib/ports/rollout-spread';

/** Calls, grant and cost of one rollout, wherever its calls were made. */

export function rolloutPlace(order: Pick<RolloutOrder, 'iteration' | 'purpose' | 'ordinal'>): RolloutPlace {
  const { iteration, purpose, ordinal } = order;
  const scored = scoringOrdinal(order);
  const asked: readonly CallPurpose[] = purpose === 'generate' ? ['generate', 'reflect'] : ['evaluate'];
  return {
    iteration,
    calls: [
      ...asked.map((each) => ({ purpose: each, ordinal })),
      { purpose: 'judge', ordinal: scored },
      { purpose: 'environment', ordinal: scored },
    ],
  };
}

export const scoringOrdinal = ({ purpose, ordinal }: Pick<RolloutOrder, 'purpose' | 'ordinal'>) =>
  purpose === 'generate' ? ordinal : FIRST_JUDGE_ORDINAL + ordinal;

/** Room for the words of a prompt template around what varies. */
const TEMPLATE_BYTES = 16_384;
/** A token of an answer that comes back inside the next prompt. */
const BYTES_PER_TOKEN = 4;

/**
 * Grant of a rollout that is sent to another worker: every round answered, judged and reflected on once, each at its
 * ceiling. Generous, but no bound: re-asks may need more. The grant is what is never passed; a worker that has used it
 * up leaves the rest of the rollout to the worker that holds the run.
 */
export function grantOf(
  manifest: RunManifest,
  rollout: {
    readonly purpose: RolloutOrder['purpose'];
    readonly candidate: Candidate;
    readonly example: Example;
  },
): Amount {
  const { serving, proposer, evaluator } = manifest.models;
  const { candidate, example } = rollout;
  const own = bytesOf(example.question) + bytesOf(example.context) + bytesOf(example.expected);
  const prompt = TEMPLATE_BYTES + own + bytesOf(candidate.text);
  const reply = serving.maxTokens * BYTES_PER_TOKEN;
  const answer = {
    ...ceilingOf(serving, prompt),
    ...(manifest.agent ? rolloutCeiling(manifest) : {}),
  };
  const judged = manifest.task.scoring.kind === 'judge' ? [ceilingOf(evaluator, prompt + reply)] : [];
  const isTraining = rollout.purpose === 'generate';
  const round = isTraining ? [answer, ...judged, ceilingOf(proposer, prompt + reply)] : [answer, ...judged];
  // A search's further rollouts of an example are rollouts of their own.
  const rounds = isTraining && manifest.method.name === 'ace' ? Math.max(1, manifest.method.maxRounds) : 1;
  let total: Amount = { ...NO_AMOUNT, rollouts: isTraining ? rounds : 0 };
  for (let index = 0; index < rounds; index += 1) {
    for (const ceiling of round) total = addAmounts(total, { ...NO_AMOUNT, ...ceiling });
  }
  return total;
}

/** Amount that other workers paid for a rollout, including the calls that a dead worker may have paid. */
export function adoptedAmount(manifest: RunManifest, { answers, lost }: AdoptedCalls): Amount {
  const bindings = { ...manifest.models, program: programBinding(manifest) };
  const bindingOf = (purpose: CallPurpose) => {
    if (purpose === 'environment') return bindings.program;
    if (purpose === 'judge') return bindings.evaluator;
    return purpose === 'reflect' ? bindings.proposer : bindings.serving;
  };
  const dearest = Math.max(...Object.values(bindings).map((binding) => ceilingOf(binding, 0).gpuSeconds));
  let total: Amount = {
    ...NO_AMOUNT,
    tokens: lost.reservedTokens,
    usd: lost.reservedUsd,
    gpuSeconds: lost.calls * dearest,
  };
  for (const { purpose, answer } of answers) {
    total = addAmounts(total, amountOf({ binding: bindingOf(purpose), request: { purpose } }, answer));
  }
  return total;
}

/** At most three bytes a UTF-16 unit. */
const bytesOf = (text: string) => text.length * 3;
