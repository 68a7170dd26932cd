import type { Candidate } from '@/lib/domain/candidate';
import { contextCause } from '@/lib/domain/context-window';
import type { ContextSplit } from '@/lib/domain/iteration-facts';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Update } from '@/lib/domain/update';
import type { Ask, Asked, Method, Progress } from '@/lib/methods/method';
import { fitGroup } from './fit-context';
import { settleAll } from './settle-all';

/** Level 1 of the scan for one group: U_j = Aggregate(C, G_j). Knows no other group. */
export interface ScanInput {
  readonly method: Method;
  readonly manifest: RunManifest;
  /** How far the run is; methods tell their curator. */
  readonly progress: Progress;
  readonly ask: Ask;
  /** Called as each group ends, in order of arrival and after the shuffle is known; for progress only. */
  readonly onGroup?: ((group: GroupResult) => void) | undefined;
}

/** Inputs of one group's call besides its reflections. */
export type GroupInput = ScanInput & { readonly base: Candidate };

export interface GroupResult {
  readonly group: number;
  /** Reflections that the call read, copies counted. */
  readonly inputs: number;
  readonly update: Update;
  readonly asked: readonly Asked[];
  /** How a group that is too long for one call was cut; null where one call could read it. */
  readonly split: ContextSplit | null;
}

export const NO_CHANGE: Update = { edits: [], text: null, reasoning: '', invalid: null };

/** One call; none for a group of holes. Copies that met in this group are read twice. */
export async function aggregateGroup(
  input: GroupInput,
  group: number,
  reflections: readonly Reflection[],
): Promise<GroupResult> {
  const { method, manifest, base, progress, ask } = input;
  const { parts, split } =
    reflections.length === 0
      ? { parts: [], split: null }
      : fitGroup({ method, manifest, base, group, progress }, reflections);
  const answers = await settleAll(
    parts.map((part) => method.aggregate({ manifest, base, reflections: part, group, progress, ask })),
  );
  const updates = answers.map(({ update }) => update);
  const isUnread = split !== null && parts.length === 0;
  const result: GroupResult = {
    group,
    inputs: reflections.length,
    update: isUnread ? { ...NO_CHANGE, invalid: contextCause(split) } : unitedParts(input, updates),
    asked: answers.flatMap(({ asked }) => asked),
    split,
  };
  input.onGroup?.(result);
  return result;
}

/** One depth more, without a model: the parts of a group are united, so that level 2 still reads k updates. */
function unitedParts({ method, manifest, base }: GroupInput, updates: readonly Update[]): Update {
  const usable = updates.filter(changesSomething);
  if (updates.length > 1 && usable.length > 0) return method.union(usable, manifest, { base });
  return updates.find((update) => update.invalid !== null) ?? updates[0] ?? NO_CHANGE;
}

/** Valid, and with an edit or a text. A valid empty update is no failure, but it does not survive either. */
export function changesSomething(update: Update): boolean {
  return update.invalid === null && (update.edits.length > 0 || update.text !== null);
}
