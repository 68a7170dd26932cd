import { type Contamination, contaminationOf } from '@/lib/policy/contamination';
import { findStatedUse } from '@/server/repositories/splits';

/** Why the held-out of a registered split can carry no headline; null where nothing stands against it. */
export async function readContamination(registrationId: string): Promise<Contamination | null> {
  const stated = await findStatedUse(registrationId);
  return stated && contaminationOf(stated);
}
