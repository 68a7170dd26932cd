import type { ContextOverrun } from '@/lib/domain/cause';
import { contextOverrun } from '@/lib/domain/context-window';
import type { ContextSplit } from '@/lib/domain/iteration-facts';
import type { Reflection } from '@/lib/domain/reflection';
import type { Update } from '@/lib/domain/update';
import type { AggregateInput, CombineInput, Method } from '@/lib/methods/method';
import { partsThatFit } from '@/lib/methods/prompting/parts-that-fit';

/**
 * Both levels of the scan within the model's context: a call that would exceed it is cut further, and each cut is a
 * fact with its numbers. What one method sends is its own; its length is counted on the very messages.
 */
export interface Fitted<T> {
  /** One call each; none where not even a single input could be read. */
  readonly parts: readonly (readonly T[])[];
  readonly split: ContextSplit | null;
}

type Scanning<T> = Omit<T, 'reflections' | 'updates' | 'ask' | 'ordinal'> & { readonly method: Method };

/**
 * Level 1: the reflections of a group. The arms with one call are never cut, since one call over everything is what
 * they are there to show: what they cannot read, they do not read. Where copies of one reflection end up in parts of
 * their own, one of these is enough: the same call twice would say nothing new.
 */
export function fitGroup(
  input: Scanning<AggregateInput>,
  reflections: readonly Reflection[],
): Fitted<Reflection> {
  const { method, manifest, base, group, progress, ...told } = input;
  const overrunOf = (part: readonly Reflection[]) =>
    overrun(input, method.aggregatePrompt?.({ manifest, base, group, progress, ...told, reflections: part }));
  const over = overrunOf(reflections);
  if (over === null) return { parts: [reflections], split: null };
  const isOneCall = manifest.aggregation.kind !== 'combee';
  const { parts, tooLong } = isOneCall
    ? { parts: [], tooLong: reflections }
    : partsThatFit(reflections, (part) => overrunOf(part) === null);
  const distinct = new Map(parts.map((part) => [part.map(({ ordinal }) => ordinal).join(), part]));
  const counts = { inputs: reflections.length, parts: distinct.size, leftOut: tooLong.length };
  return {
    parts: [...distinct.values()],
    split: { code: 'contextWindow', level: 1, group, ...counts, ...over },
  };
}

/** Deeper levels: updates in group order. One alone needs no call, so nothing is left out here. */
export function fitUpdates(
  input: Scanning<CombineInput>,
  updates: readonly Update[],
  { level, group }: Pick<ContextSplit, 'level' | 'group'>,
): Fitted<Update> {
  const { method, manifest, base, progress } = input;
  const overrunOf = (part: readonly Update[]) =>
    part.length === 1
      ? null
      : overrun(input, method.combinePrompt?.({ manifest, base, progress, ordinal: 0, updates: part }));
  const over = overrunOf(updates);
  if (over === null) return { parts: [updates], split: null };
  const { parts } = partsThatFit(updates, (part) => overrunOf(part) === null);
  const counts = { inputs: updates.length, parts: parts.length, leftOut: 0 };
  return { parts, split: { code: 'contextWindow', level, group, ...counts, ...over } };
}

function overrun(
  { manifest }: Pick<AggregateInput, 'manifest'>,
  messages: readonly { readonly content: string }[] | undefined,
): ContextOverrun | null {
  return messages === undefined ? null : contextOverrun(manifest.models.proposer, messages);
}
