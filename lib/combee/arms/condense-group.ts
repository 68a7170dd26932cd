import type { CondensingKind, RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Ask } from '@/lib/methods/method';
import type { Rng } from '@/lib/random/seeded-rng';
import type { ShufflePlan } from '../augmented-shuffle';
import { hierarchicalSummary, type Summarised, summary } from './summarise';
import { representatives } from './top-k';

/**
 * The arms that condense reflections and then make one plain aggregator call (Combee 4, baselines): p = 1, one group,
 * no second level. From that call on they are the naive arm on fewer inputs, so every method that has `aggregate` can
 * be compared.
 */

/** One group of those that reach the aggregator, themselves or in a summary. */
export function chooseGroup(kind: CondensingKind, reflections: readonly Reflection[], rng: Rng): ShufflePlan {
  const chosen = kind === 'topK' ? representatives(reflections, rng) : reflections;
  const isEmpty = reflections.length === 0;
  return {
    reflections: reflections.length,
    duplication: 1,
    k: isEmpty ? 0 : 1,
    groups: isEmpty ? [] : [chosen.map(({ ordinal }) => ordinal)],
  };
}

export interface CondenseInput {
  readonly kind: CondensingKind;
  readonly manifest: RunManifest;
  readonly ask: Ask;
}

/** Makes the reflections that the aggregator reads in place of the group. */
export async function condenseGroup(
  { kind, manifest, ask }: CondenseInput,
  reflections: readonly Reflection[],
): Promise<Summarised> {
  if (kind === 'topK') return { reflections, asked: [], cause: null };
  const work = { manifest, reflections, ask };
  return kind === 'summary' ? summary(work) : hierarchicalSummary(work);
}
