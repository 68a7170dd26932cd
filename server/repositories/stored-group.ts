import { z } from 'zod';
import { rejectedShape } from '@/lib/contracts/run-groups';
import type { RunGroup } from '@/server/db/generated/client';
import { checkStored } from '@/server/db/stored-json';

/** Reasons that the advice wrote have no limit. */
const rejectedShapes = z.array(rejectedShape.extend({ reason: z.string() }));

/** Shapes that the launch did not take, each with its reason. @throws AppError STORED_UNREADABLE */
export function rejectedOf({ id, rejected }: Pick<RunGroup, 'id' | 'rejected'>) {
  return checkStored(rejectedShapes, rejected, { table: 'RunGroup', column: 'rejected', id });
}
