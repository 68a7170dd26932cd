import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * An iteration whose map may be cut short must not be grouped, carried over or overtaken before it is known which members
 * remain: `drop` would leave groups that were aggregated already without their members, and `rollback` would
 * pay for groups that no aggregator reads.
 *
 * @throws AppError CONFIG_INVALID
 */
export function assertBarrierMayOpen({
  dispatch,
  stragglers,
  aggregation,
}: Pick<RunManifest, 'dispatch' | 'stragglers' | 'aggregation'>): void {
  if (dispatch === undefined || dispatch.preemption === 'drain') return;
  const open = [
    ...(aggregation.grouping === 'planned' ? ['aggregation.grouping'] : []),
    ...((stragglers?.carryOverAfterShare ?? null) !== null ? ['stragglers.carryOverAfterShare'] : []),
    ...(stragglers?.overlap ? ['stragglers.overlap'] : []),
  ];
  if (open.length === 0) return;
  throw new AppError(
    'CONFIG_INVALID',
    `Pre-emption by ${dispatch.preemption} cuts an iteration short, which an iteration that starts or ends early does not allow.`,
    {
      fields: open.map((path) => ({
        path,
        message: `Not together with pre-emption by ${dispatch.preemption}.`,
      })),
      howToProceed: [
        'Choose "drain" as the meaning of pre-emption.',
        'Or turn planned grouping, carry-over and overlap off.',
      ],
    },
  );
}
