import { isWrapped } from './wrapped-error';

/**
 * Whether an error means that a disk has no room: Postgres refuses a write with 53100, the system with ENOSPC. What was
 * asked was right and succeeds once there is room.
 */
export function isDiskFull(error: unknown): boolean {
  return isWrapped(error, FULL);
}

const FULL = { code: /^(53100|ENOSPC|DISK_FULL)$/, message: /No space left on device|Code: `53100`/i };
