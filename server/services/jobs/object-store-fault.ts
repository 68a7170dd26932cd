import type { BackgroundWorkView } from '@/lib/contracts/jobs';
import { config } from '@/server/config/config';
import { ledgerPool } from '@/server/ledger/pool';
import { readObjectStoreFault } from '@/server/repositories/object-store-state';

/** Report of the workers on the object store; null where they reach it, or none is set. */
export async function objectStoreFault(): Promise<BackgroundWorkView['objectStore']> {
  if (config().objects === null) return null;
  const fault = await readObjectStoreFault(ledgerPool());
  return fault && { since: fault.since.toISOString(), reason: fault.reason };
}
