import type { PlanStop } from '@/lib/domain/run-plan';
import { planStop } from '@/lib/domain/run-plan-schema';
import type { RunPlan } from '@/server/db/generated/client';
import { checkStored } from '@/server/db/stored-json';

/** Null unless the plan is stopped. @throws AppError STORED_UNREADABLE */
export function stopOf({ id, status, stop }: Pick<RunPlan, 'id' | 'status' | 'stop'>): PlanStop | null {
  return status === 'stopped' ? checkStored(planStop, stop, { table: 'RunPlan', column: 'stop', id }) : null;
}
