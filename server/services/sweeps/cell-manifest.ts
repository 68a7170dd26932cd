import type { RunManifest } from '@/lib/domain/manifest';
import type { Budget } from '@/lib/domain/spend';
import { aggregationOf, type SweepCell } from '@/lib/domain/sweep';
import { evaluationManifest } from '@/lib/evaluation/evaluation-manifest';
import { pinnedPrompts } from '@/lib/evaluation/pinned-prompts';
import { methodNamed } from '@/lib/methods/known-methods';
import { ofKind } from '@/lib/policy/aggregation';
import { ARM_NAMES } from '@/lib/report/sweep-cells';
import { repeatManifest } from '@/server/services/launches/rerun';

/**
 * A cell's manifest from the sweep's own, which was pinned at the launch: no later change of the
 * experiment can make two cells differ. Code and prompts are today's, as for every run.
 */
type Place = Pick<SweepCell, 'arm' | 'batchSize' | 'seed'>;

export function cellManifest(base: RunManifest, cell: Place, caps: Budget): RunManifest {
  const repeated = { ...repeatManifest(base, cell.seed), budget: caps };
  const kind = aggregationOf(cell.arm);
  if (kind === null || cell.batchSize === null) return measuringManifest(repeated, caps);
  const aggregation = ofKind(base.aggregation, kind);
  return {
    ...repeated,
    kind: 'comparisonPoint',
    aggregation,
    // Some arms ask for more than the method does.
    prompts: pinnedPrompts(methodNamed(base.method.name), { ...repeated, aggregation }),
    batch: { kind: 'static', size: cell.batchSize, reason: sweepReason(cell) },
  };
}

/** Trains nothing: the prompt that all cells begin with, on the same examples. */
function measuringManifest(base: RunManifest, caps: Budget): RunManifest {
  const text = base.seedCandidateText || methodNamed(base.method.name).emptyCandidateText;
  const measuring = evaluationManifest(base, {
    candidates: [{ name: 'no learning', text }],
    split: base.evaluation.split,
    seat: 'evaluator',
    cache: base.evaluationCache ?? { read: false, namespace: 'default' },
  });
  return { ...measuring, budget: caps };
}

/** Long enough to be a reason, and the same for all seeds of an arm. */
export function sweepReason({ arm, batchSize }: Pick<SweepCell, 'arm' | 'batchSize'>): string {
  return `sweep: the ${ARM_NAMES[arm]} arm at a fixed batch size of ${batchSize ?? 1}.`;
}
