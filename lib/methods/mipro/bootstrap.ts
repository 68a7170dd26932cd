import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';
import type { Rollout, SearchTools } from '@/lib/methods/search';
import type { Rng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';
import { type Demonstration, demonstrationText, labelled } from './candidate-text';
import { miproSettings } from './mipro-settings';

/**
 * Phase 1: sets of demonstrations. Training examples are answered under the original prompt; those answered right, with
 * the model's own steps, are what the sets draw from. Each example is answered once, whichever sets it ends up in.
 * Cost: at most one rollout a training example, and never the last one that a rollout cap allows.
 */
export interface Bootstrapped {
  /** Set 0 is empty. All different. */
  readonly sets: readonly (readonly Demonstration[])[];
  readonly rollouts: readonly Rollout[];
}

/** Rollouts that go out together; the planned batch size where it is larger. */
const CHUNK_MIN = 8;

export async function bootstrap(tools: SearchTools, seed: Candidate): Promise<Bootstrapped> {
  const settings = miproSettings(tools.manifest);
  const { candidates, bootstrappedDemos } = settings;
  if (bootstrappedDemos === 0 && settings.labelledDemos === 0) return { sets: [[]], rollouts: [] };
  const order = shuffled(tools.train, tools.rng.fork('bootstrap'));
  const wanted = bootstrappedDemos * Math.max(1, candidates - FIRST_BOOTSTRAPPED_SET);
  const cap = tools.manifest.budget.rollouts;
  const limit = cap === null ? order.length : Math.min(order.length, cap - 1);

  const rollouts: Rollout[] = [];
  const right: Answered[] = [];
  const chunk = Math.max(CHUNK_MIN, tools.size);
  for (let from = 0; right.length < wanted && from < limit; from += chunk) {
    const examples = order.slice(from, Math.min(from + chunk, limit));
    const proposal = from / chunk;
    const answered = await tools.rollouts({ candidate: seed, examples, on: 'train', series: 0, proposal });
    rollouts.push(...answered);
    right.push(...rightOnes(examples, answered));
  }
  const sets = Array.from({ length: candidates }, (_, index) =>
    demonstrationSet(index, { right, train: order, rng: tools.rng.fork(`set-${index}`), settings }),
  );
  return { sets: distinct(sets), rollouts };
}

interface Answered {
  readonly exampleId: string;
  readonly demonstration: Demonstration;
}

function rightOnes(examples: readonly Example[], answered: readonly Rollout[]): Answered[] {
  return answered.flatMap(({ score, answer }, index) => {
    const example = examples[index];
    if (example === undefined || score === null || score < 1) return [];
    const { id, question, context } = example;
    const demonstration = { question, context, reasoning: reasoningIn(answer.trace), answer: answer.text };
    return [{ exampleId: id, demonstration }];
  });
}

function reasoningIn(trace: string): string | null {
  const parsed = extractJson(trace);
  const reasoning = isRecord(parsed) ? parsed.reasoning : null;
  return typeof reasoning === 'string' && reasoning.trim() !== '' ? reasoning.trim() : null;
}

const FIRST_BOOTSTRAPPED_SET = 2;

interface SetParts {
  readonly right: readonly Answered[];
  readonly train: readonly Example[];
  readonly rng: Rng;
  readonly settings: ReturnType<typeof miproSettings>;
}

/**
 * Set 0: none. Set 1: labelled ones only. Set 2: the first right ones. From 3 on: a random number of random right ones.
 * Bootstrapped sets are filled up with labelled demonstrations of other examples to `labelledDemos` in all.
 */
function demonstrationSet(index: number, { right, train, rng, settings }: SetParts): Demonstration[] {
  if (index === 0) return [];
  const { bootstrappedDemos, labelledDemos, useGroundTruth } = settings;
  const picked = index < FIRST_BOOTSTRAPPED_SET ? [] : pick(index, { right, rng, max: bootstrappedDemos });
  const used = new Set(picked.map(({ exampleId }) => exampleId));
  const room = useGroundTruth ? Math.max(0, labelledDemos - picked.length) : 0;
  const others = shuffled(
    train.filter(({ id }) => !used.has(id)),
    rng.fork('labelled'),
  );
  return [...picked.map(({ demonstration }) => demonstration), ...others.slice(0, room).map(labelled)];
}

function pick(
  index: number,
  { right, rng, max }: { readonly right: readonly Answered[]; readonly rng: Rng; readonly max: number },
): readonly Answered[] {
  if (max === 0 || index === FIRST_BOOTSTRAPPED_SET) return right.slice(0, max);
  return shuffled(right, rng).slice(0, rng.fork('size').nextInt(1, max));
}

/** A set that says the same as an earlier one would only be tried twice. */
function distinct(sets: readonly (readonly Demonstration[])[]): (readonly Demonstration[])[] {
  const byText = new Map(
    sets.map((set) => [set.map(demonstrationText).join('\n\n'), set] as const).reverse(),
  );
  return [...byText.values()].reverse();
}
