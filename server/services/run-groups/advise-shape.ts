import type { ShapeAdviceView } from '@/lib/contracts/run-groups';
import type { Actor } from '@/lib/domain/actor';
import type { PowerLawFit } from '@/lib/domain/batch-plan';
import { adviseShape, shapeHints } from '@/lib/policy/shape-advice';
import { type SpeedupCeiling, speedupCeiling } from '@/lib/report/speedup-ceiling';
import { type KnownTask, knownTask } from './shape-tasks';

/** Advice from the measurements on the shape of a launch, before the launch. Changes nothing. */
export async function advise(
  actor: Actor<'read'>,
  input: { readonly experimentIds: readonly string[] },
): Promise<ShapeAdviceView> {
  const tasks: KnownTask[] = [];
  for (const id of input.experimentIds) tasks.push(await knownTask(actor, id));
  const { shape, reason, rejected } = adviseShape(tasks);
  return {
    shape,
    reason,
    rejectedShapes: [...rejected],
    hints: shapeHints(shape, tasks),
    tasks: tasks.map((task) => ({
      experimentId: task.experimentId,
      experimentName: task.name,
      utilisation: task.utilisation,
      diagnosis: task.diagnosis,
      lanes: task.lanes,
      heldOutExamples: task.heldOutExamples,
      ceiling: ceilingView(ceilingOf(task, 'withMeasurement')),
      learningCeiling: ceilingView(ceilingOf(task, 'learningAlone')),
      measuredRunId: task.measured?.runId ?? null,
    })),
  };
}

/** Speedup ceiling of one experiment, from its measured run; a plan and a report state it too. */
export function ceilingOf(
  { measured, lanes }: KnownTask,
  about: 'withMeasurement' | 'learningAlone',
): SpeedupCeiling {
  const batch = measured?.manifest.batch;
  const profiled = measured?.plans
    .filter(({ data }) => data.reason === 'profiling')
    .map(({ data }) => data.size);
  const train = measured?.manifest.split.counts.train ?? 0;
  const allowed = batch?.kind === 'dynamic' ? batch.maxBatch : (batch?.size ?? 0);
  return speedupCeiling({
    iterations: measured?.iterations ?? [],
    measurementMs: about === 'withMeasurement' ? (measured?.measurementMs ?? 0) : 0,
    lanes,
    fit: measured ? lastFit(measured.plans) : null,
    largestBatch: Math.min(train, allowed, lanes),
    profiledTo: profiled && profiled.length > 0 ? Math.max(...profiled) : null,
    hardware: measured?.manifest.models.serving.hardware ?? 'the chosen hardware',
  });
}

function lastFit(plans: NonNullable<KnownTask['measured']>['plans']): PowerLawFit | null {
  return plans.findLast(({ data }) => data.fit !== null)?.data.fit ?? null;
}

const ceilingView = (ceiling: SpeedupCeiling) => ({ ...ceiling, invalidatedBy: [...ceiling.invalidatedBy] });
