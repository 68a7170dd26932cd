import type { BoilingKind } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Rng } from '@/lib/random/seeded-rng';
import type { ShufflePlan } from '../augmented-shuffle';
import { type GroupInput, parallelScan, type ScanResult } from '../scan';
import { hierarchicalSummary, type Summarised, summary } from './summarise';
import { representatives } from './top-k';

/**
 * The arms that boil reflections down and then make one plain aggregator call (Combee 4, baselines): p = 1, one group,
 * no second level. What the arm does before the call is its own; from there on it is the naive arm on fewer inputs,
 * so every method that has `aggregate` can be compared.
 */
export interface ArmScanInput extends GroupInput {
  readonly kind: BoilingKind;
  /** The valid ones. */
  readonly reflections: readonly Reflection[];
  /** A stream of the iteration's own. */
  readonly rng: Rng;
  /** Called before the aggregator, and before any summary, is asked. */
  readonly onPlan: (plan: ShufflePlan) => void;
}

export async function scanArm(
  input: ArmScanInput,
): Promise<{ readonly plan: ShufflePlan; readonly scan: ScanResult }> {
  const { kind, reflections, rng, onPlan } = input;
  const chosen = kind === 'topK' ? representatives(reflections, rng) : reflections;
  const plan = onePlan(reflections, chosen);
  onPlan(plan);
  const boiled = await boiledDown(input, chosen);
  const scan = await parallelScan({ ...input, reflections: boiled.reflections, plan });
  if (scan.mode === 'empty') return { plan, scan };
  return {
    plan,
    scan: {
      ...scan,
      mode: kind,
      calls: scan.calls + boiled.asked.length,
      cause: scan.cause ?? boiled.cause,
      asked: [...boiled.asked, ...scan.asked],
    },
  };
}

/** One group of those that reach the aggregator, themselves or in a summary. */
function onePlan(all: readonly Reflection[], chosen: readonly Reflection[]): ShufflePlan {
  const isEmpty = all.length === 0;
  return {
    reflections: all.length,
    duplication: 1,
    k: isEmpty ? 0 : 1,
    groups: isEmpty ? [] : [chosen.map(({ ordinal }) => ordinal)],
  };
}

async function boiledDown(input: ArmScanInput, reflections: readonly Reflection[]): Promise<Summarised> {
  if (input.kind === 'topK' || reflections.length === 0) return { reflections, asked: [], cause: null };
  const work = { manifest: input.manifest, reflections, ask: input.ask };
  return input.kind === 'summary' ? summary(work) : hierarchicalSummary(work);
}
