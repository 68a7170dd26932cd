import { AppError } from '@/lib/errors/app-error';
import { IMPORT_LIMITS, type ImportFault } from '@/lib/evaluation/import/import-types';

/** The refusal of an import with bad lines: the first of them by their places, and the count of all. */
export function importRejected(faults: readonly ImportFault[], count: number): AppError {
  const [first] = faults;
  const named = faults.slice(0, IMPORT_LIMITS.faultsKept);
  const more = count > 1 ? ` (and ${count - 1} more)` : '';
  return new AppError('IMPORT_REJECTED', `Nothing was imported. ${first?.where}: ${first?.message}${more}`, {
    fields: named.map(({ where, message }) => ({ path: where, message })),
    howToProceed: [
      'Correct the lines named and import again.',
      'Or import with "skip bad lines", which leaves them out and reports them.',
    ],
    context: { faults: count },
  });
}
