import { AppError } from '@/lib/errors/app-error';
import type { PartBodies } from '@/lib/ports/part-bodies';

/** Without an object store bodies stay in the rows of their parts. Those that were moved while there was one need it. */
export const bodiesInPostgres: PartBodies = {
  async read(places) {
    if (places.length === 0) return [];
    throw new AppError('OBJECTS_UNAVAILABLE', 'These bodies are in an object store, and none is set.', {
      howToProceed: ['Set WAGGLE_OBJECTS_URL and the other settings of the store that was used before.'],
    });
  },
  settle: async () => ({ moved: 0, removed: 0 }),
};
