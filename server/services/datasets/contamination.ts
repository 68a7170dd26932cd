import { type Contamination, contaminationOf } from '@/lib/policy/contamination';
import { findStatedUse } from '@/server/repositories/splits';

/** Reason why the held-out of a registered split can carry no headline; null where there is none. */
export async function readContamination(registrationId: string): Promise<Contamination | null> {
  const stated = await findStatedUse(registrationId);
  return stated && contaminationOf(stated);
}
