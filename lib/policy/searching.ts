import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * What cannot be asked of a method that searches: it says itself what an iteration is and which candidate it goes on
 * with, so no person can close its iterations early or give it a candidate. Ignoring such a wish in silence
 * would leave a manifest that promises what was not done.
 */
const searches = ({ name }: RunManifest['method']): boolean => name !== 'ace';

/** @throws AppError CONFIG_INVALID where an iteration of a search is to end or begin before its time */
export function assertSearchIsWaitedFor({
  method,
  aggregation,
  stragglers,
}: Pick<RunManifest, 'method' | 'aggregation' | 'stragglers'>): void {
  const open = [
    ...(aggregation.grouping === 'planned' ? ['aggregation.grouping'] : []),
    ...((stragglers?.carryOverAfterShare ?? null) !== null ? ['stragglers.carryOverAfterShare'] : []),
    ...(stragglers?.overlap ? ['stragglers.overlap'] : []),
  ];
  if (!searches(method) || open.length === 0) return;
  throw new AppError(
    'CONFIG_INVALID',
    'This method tries its proposals within an iteration, so each of its iterations waits for all of its rollouts.',
    {
      fields: open.map((path) => ({ path, message: 'Only ACE can do this.' })),
      howToProceed: ['Turn planned grouping, carry-over and overlap off.', 'Or choose ACE as the method.'],
    },
  );
}

/** @throws AppError STATE_CONFLICT where a person's candidate would have no iteration to go before */
export function assertTakesCandidates({ method }: Pick<RunManifest, 'method'>): void {
  if (!searches(method)) return;
  throw new AppError(
    'STATE_CONFLICT',
    'This run chooses its candidates itself: it takes none from outside.',
    {
      howToProceed: ['Start a run of an experiment that begins with this text.'],
    },
  );
}
