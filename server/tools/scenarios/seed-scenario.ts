import type { Actor } from '@/lib/domain/actor';
import { openCarrier } from './carry';
import type { Scenario, SeededPage } from './scenario';

/** One scenario, once: what is there already stays as it is, unless it is asked for again. */
export interface SeededScenario {
  readonly isNew: boolean;
  readonly pages: readonly SeededPage[];
}

export async function seedScenario(
  actor: Actor<'administer'>,
  scenario: Scenario,
  { again, tell }: { readonly again: boolean; readonly tell: (sentence: string) => void },
): Promise<SeededScenario> {
  const there = await scenario.pages(actor);
  if (there.length > 0 && !again) return { isNew: false, pages: there };
  if (there.length > 0) await scenario.clear(actor);
  const carrier = openCarrier(tell);
  try {
    await scenario.make({ actor, tell, carryUntil: carrier.carryUntil });
  } finally {
    await carrier.close();
  }
  return { isNew: true, pages: await scenario.pages(actor) };
}
