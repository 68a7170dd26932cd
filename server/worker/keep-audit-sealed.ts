import { isDatabaseGone } from '@/lib/errors/database-gone';
import { logOf } from '@/server/observability/log';

/** Seals the audit log every few seconds; several workers at it wait for each other at the chain's end. */
const SEAL_MS = 10_000;

/** Returns what stops it. */
export function keepAuditSealed(): () => void {
  let isSealing = false;
  const seal = async () => {
    if (isSealing) return;
    isSealing = true;
    try {
      const { sealEverywhere } = await import('@/server/services/audit/seal-audit');
      await sealEverywhere();
    } catch (error) {
      const level = isDatabaseGone(error) ? 'debug' : 'warn';
      logOf('audit')[level]({ err: error }, 'The audit log could not be sealed; the next look tries again.');
    } finally {
      isSealing = false;
    }
  };
  const timer = setInterval(seal, SEAL_MS);
  return () => clearInterval(timer);
}
