import type { Candidate } from '@/lib/domain/candidate';
import { componentsOf, textOfComponents, WHOLE_TEXT, withTexts } from '@/lib/domain/components';
import { contentHash } from '@/lib/domain/content-hash';
import { applyPrompt } from '@/lib/methods/prompting/apply-prompt';
import { askAll } from '@/lib/methods/prompting/ask-all';
import type { ReduceCall, SearchTools } from '@/lib/methods/search';

/**
 * One optimiser step. The published optimiser steps every variable at each step, so each component of a candidate is
 * rewritten, by a reduce of its own over the same gradients; all of them are asked at once.
 * Cost: the reduce, times the number of components.
 */
export interface Stepped {
  /** Null = no component changed. */
  readonly candidate: Candidate | null;
  /** Names of the components that changed; empty for a candidate of one text. */
  readonly components: readonly string[];
}

export async function stepComponents(
  tools: SearchTools,
  given: Pick<ReduceCall, 'base' | 'reflections' | 'earlier'>,
): Promise<Stepped> {
  const { base } = given;
  const components = componentsOf(base.text);
  if (components.has(WHOLE_TEXT)) {
    const { update } = await tools.reduce({ ...given, proposal: 0, series: 0 });
    const { candidate, applied } = applyPrompt(base, update);
    return { candidate: applied === 0 ? null : candidate, components: [] };
  }
  const steps = [...components].map(async ([component, text], series) => {
    const { update } = await tools.reduce({ ...given, proposal: 0, series, component });
    const isNew = update.invalid === null && update.text !== null && update.text !== text;
    return isNew ? [[component, update.text] as const] : [];
  });
  const changed = new Map((await askAll(steps)).flat());
  if (changed.size === 0) return { candidate: null, components: [] };
  const text = textOfComponents(withTexts(components, changed));
  return { candidate: { hash: contentHash(text), text }, components: [...changed.keys()] };
}
