import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * An online score is that of examples met for the first time. A second pass meets them again, and what is carried over
 * is scored when its window is closed: both would make the curve say something else than it is read for.
 *
 * @throws AppError CONFIG_INVALID
 */
export function assertOnlineIsHonest({
  method,
  epochs,
  stragglers,
}: Pick<RunManifest, 'method' | 'epochs' | 'stragglers'>): void {
  if (method.name !== 'ace' || method.mode !== 'online') return;
  const fields = [
    ...(epochs === 1 ? [] : [{ path: 'epochs', message: 'Online learning takes exactly one epoch.' }]),
    ...((stragglers?.carryOverAfterShare ?? null) === null
      ? []
      : [{ path: 'stragglers.carryOverAfterShare', message: 'Not together with online learning.' }]),
  ];
  if (fields.length === 0) return;
  throw new AppError(
    'CONFIG_INVALID',
    'Online learning measures each example before it is learned from, so it meets each one once and leaves none behind.',
    {
      fields,
      howToProceed: ['Set epochs to 1 and turn carry-over off.', 'Or choose the offline mode.'],
    },
  );
}
