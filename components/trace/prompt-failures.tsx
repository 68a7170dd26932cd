'use client';

import { itemsOf } from '@/components/api/use-pages';
import { LearnFromFailures } from '@/components/fact/learn-from-failures';
import { useSlots } from '@/components/queries/use-slots';

/** The action of the slot whose prompt a filter names: of two with this key, the one in production. */
export function PromptFailures({ promptName }: { readonly promptName: string }) {
  const slots = itemsOf(useSlots(promptName)).filter(
    ({ slug, live }) => slug === promptName && live !== null,
  );
  const slot = slots.find(({ kind }) => kind === 'production') ?? slots[0];
  return slot === undefined ? null : <LearnFromFailures slotId={slot.id} />;
}
