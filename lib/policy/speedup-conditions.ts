import type { AggregationKind } from '@/lib/domain/manifest';
import type { DiagnosisVerdict } from '@/lib/domain/serial-diagnosis';
import type { SpeedupCondition } from '@/lib/domain/speedup-condition';
import { SPEEDUP_CONDITIONS } from './rules/claims';
import { refusal } from './rules/rule';

/**
 * Parallelism multiplies what is there: the loop is parallel scans, batches are sized to the hardware, the
 * serial run converges already. Computed from what an experiment says and what was diagnosed, never ticked by hand.
 */
export interface Scalable {
  readonly lanes: number;
  readonly aggregation: AggregationKind;
  readonly batch: { readonly kind: 'dynamic' } | { readonly kind: 'static'; readonly size: number };
  /** The newest one of its scope; null = none. */
  readonly diagnosis: { readonly verdict: DiagnosisVerdict; readonly reason: string } | null;
}

export function speedupConditions(experiment: Scalable): readonly SpeedupCondition[] {
  return [parallelScans(experiment), sizedBatches(experiment), serialConverges(experiment)];
}

/** Named as the strategist names them: a, b, c. */
export function unmetConditions(conditions: readonly SpeedupCondition[]): readonly string[] {
  return conditions.flatMap(({ met, title }, index) => (met ? [] : [`(${'abc'[index]}) ${title}`]));
}

/** Checks a claim of a speedup. @throws AppError SPEEDUP_CONDITIONS_UNMET, naming every condition that fails. */
export function assertScalable(conditions: readonly SpeedupCondition[]): void {
  const unmet = conditions.filter(({ met }) => !met);
  if (unmet.length === 0) return;
  throw refusal(SPEEDUP_CONDITIONS, {
    found: `Not met: ${unmetConditions(conditions).join('; ')}.`,
    fields: unmet.map(({ id, sentence }) => ({ path: `conditions.${id}`, message: sentence })),
  });
}

function parallelScans({ lanes, aggregation }: Scalable): SpeedupCondition {
  const title = 'The loop is parallel scans';
  const known = { id: 'parallelScans', title } as const;
  if (lanes < 2) {
    return { ...known, met: false, sentence: 'One lane answers one example at a time: give the run more.' };
  }
  if (aggregation !== 'combee') {
    return {
      ...known,
      met: false,
      sentence: `${lanes} lanes answer side by side, but "${aggregation}" lets one call read all reflections: choose Combee.`,
    };
  }
  return { ...known, met: true, sentence: `${lanes} lanes answer side by side; groups are scanned at once.` };
}

function sizedBatches({ batch }: Scalable): SpeedupCondition {
  const known = { id: 'sizedBatches', title: 'Batches are sized to the hardware' } as const;
  return batch.kind === 'dynamic'
    ? { ...known, met: true, sentence: 'The size follows what is measured, anew at each iteration.' }
    : {
        ...known,
        met: false,
        sentence: `The size is fixed at ${batch.size}, whatever the hardware does: choose the dynamic batch size.`,
      };
}

function serialConverges({ diagnosis }: Scalable): SpeedupCondition {
  const known = { id: 'serialConverges', title: 'The serial run converges already' } as const;
  if (diagnosis === null) {
    return {
      ...known,
      met: false,
      sentence: 'There is no diagnosis for this task, split, method and hardware: run the serial baseline.',
    };
  }
  return { ...known, met: diagnosis.verdict === 'go', sentence: diagnosis.reason };
}
