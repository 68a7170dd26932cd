import type { RolloutOrder } from '@/lib/domain/rollout-order';
import { rolloutInput, rolloutOrder } from '@/lib/domain/rollout-order-schema';
import type { Rollout } from '@/server/db/generated/client';
import { checkStored } from '@/server/db/stored-json';

/** JSON columns of an attempt's row. Every reader throws AppError STORED_UNREADABLE. */
export function orderOf({ id, order }: Pick<Rollout, 'id' | 'order'>): RolloutOrder {
  return checkStored(rolloutOrder, order, { table: 'Rollout', column: 'order', id });
}

export function inputOf({ id, input }: Pick<Rollout, 'id' | 'input'>) {
  return checkStored(rolloutInput, input, { table: 'Rollout', column: 'input', id });
}
