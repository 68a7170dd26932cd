import type { Edit } from '@/lib/domain/edit';
import type { IterationState } from '@/lib/projection/run-state';
import { CAUSE_WORDS, causeSentence, scanCauseWords } from '@/lib/words/cause';
import { formatScore, plural } from './numbers';
import { SCAN_MODE_WORDS } from './run-words';

/** One iteration as a tree that can be read from the bottom: reflections, groups, combined update, bullets. */
export interface ScanTree {
  readonly summary: string;
  readonly map: string;
  readonly shuffle: string;
  /** The valid reflections, each with the numbers of the groups that its copies went to. */
  readonly reflections: readonly ScanReflection[];
  /** Work of the groups, or why there are none. */
  readonly level1: string;
  readonly groups: readonly ScanGroup[];
  readonly invalid: readonly { readonly ordinal: number; readonly exampleId: string; readonly why: string }[];
  /** Reflections that came too late for it, or joined it from the iteration before; null where there are none. */
  readonly latecomers: string | null;
  readonly combined: string;
  readonly edits: readonly CombinedEdit[];
  readonly outcome: string;
  /** The candidates before and after; null where the playbook stayed. */
  readonly versions: { readonly from: string; readonly to: string } | null;
}

export interface ScanReflection {
  readonly ordinal: number;
  readonly exampleId: string;
  readonly insight: string;
  readonly groups: readonly number[];
  /** Share of its agent's trajectory that it read; null where that is unknown, as without an agent. */
  readonly seenShare: number | null;
}

/** The second level may reword, so an edit without groups is not one without an origin. */
export interface CombinedEdit {
  readonly text: string;
  /** Groups that proposed exactly this edit. */
  readonly groups: readonly number[];
}

export interface ScanMember {
  readonly key: string;
  readonly ordinal: number;
  readonly insight: string;
  readonly seenShare: number | null;
}

export interface ScanGroup {
  readonly number: number;
  readonly name: string;
  /** Each copy of a reflection, in the order in which the group reads them. */
  readonly members: readonly ScanMember[];
  readonly result: string;
  /** Fault of the reply, in the words of the check that found it; null where there was none. */
  readonly why: string | null;
  readonly edits: readonly string[];
  readonly failed: boolean;
}

/** Shares of the trajectories that the iteration's own reflections read, by ordinal. */
export type SeenShares = ReadonlyMap<number, number>;

const UNKNOWN: SeenShares = new Map();

export function prepareScanTree(iteration: IterationState, seen: SeenShares = UNKNOWN): ScanTree {
  const valid = iteration.reflections.filter((reflection) => reflection.cause === null);
  const insightOf = new Map(
    valid.map((reflection) => [reflection.ordinal, reflection.insights[0] ?? 'no insight']),
  );
  const { shuffle, combined, candidate } = iteration;
  const groups = (shuffle?.groups ?? []).map((members, group) =>
    groupOf(iteration, members, group, { insightOf, seen }),
  );
  return {
    summary: summaryOf(iteration, valid.length),
    map: `${plural(iteration.rollouts, 'rollout')}, ${formatScore(iteration.rollouts === 0 ? null : iteration.correct / iteration.rollouts)} right`,
    shuffle: shuffle === null ? 'Not reached yet' : describeShuffle(shuffle),
    reflections: valid.map(({ ordinal, exampleId }) => ({
      ordinal,
      exampleId,
      insight: insightOf.get(ordinal) ?? 'no insight',
      groups: (shuffle?.groups ?? []).flatMap((members, group) =>
        members.includes(ordinal) ? [group + 1] : [],
      ),
      seenShare: seen.get(ordinal) ?? null,
    })),
    level1:
      groups.length > 0
        ? 'Each group reads the same frozen playbook'
        : shuffle === null && combined === null
          ? 'Not reached yet'
          : 'No groups',
    groups,
    invalid: iteration.reflections.flatMap(({ ordinal, exampleId, cause }) =>
      cause === null
        ? []
        : [{ ordinal, exampleId, why: `${CAUSE_WORDS[cause.code]}: ${causeSentence(cause)}` }],
    ),
    latecomers: describeLatecomers(iteration),
    combined:
      combined === null
        ? 'Not reached yet'
        : `${SCAN_MODE_WORDS[combined.mode]}, ${plural(combined.calls, 'call')}${combined.cause === null ? '' : `. ${scanCauseWords(combined.cause, combined.mode)}`}`,
    edits: (combined?.edits ?? []).map(describeEdit).map((text) => ({
      text,
      groups: groups.flatMap((group) => (group.edits.includes(text) ? [group.number] : [])),
    })),
    versions: candidate === null ? null : { from: iteration.candidateHash, to: candidate.hash },
    outcome:
      candidate === null
        ? combined === null
          ? 'Not reached yet'
          : 'The playbook stays as it was'
        : `${plural(candidate.applied, 'edit')} applied, ${candidate.ignored} not applicable`,
  };
}

/** The tree in one sentence; a step that is not reached yet has no count, rather than 0. */
function summaryOf({ size, shuffle, combined }: IterationState, valid: number): string {
  const isShuffled = shuffle !== null || combined !== null;
  return [
    plural(size, 'example'),
    plural(valid, 'valid reflection'),
    ...(isShuffled ? [plural(shuffle?.k ?? 0, 'group')] : []),
    ...(combined === null ? [] : [plural(combined.edits.length, 'edit')]),
  ].join(' → ');
}

function groupOf(
  iteration: IterationState,
  members: readonly number[],
  group: number,
  { insightOf, seen }: { readonly insightOf: ReadonlyMap<number, string>; readonly seen: SeenShares },
): ScanGroup {
  const node = iteration.groups.find((known) => known.group === group);
  const cause = node?.cause ?? null;
  return {
    number: group + 1,
    name: `Group ${group + 1}`,
    members: members.map((ordinal, index) => ({
      key: `${index}-${ordinal}`,
      ordinal,
      seenShare: seen.get(ordinal) ?? null,
      insight:
        insightOf.get(ordinal) ??
        (ordinal < iteration.size ? 'not valid' : 'carried over from the iteration before'),
    })),
    result:
      node === undefined
        ? 'Not aggregated yet'
        : cause === null
          ? plural(node.edits.length, 'edit')
          : CAUSE_WORDS[cause.code],
    edits: (node?.edits ?? []).map(describeEdit),
    why: cause && causeSentence(cause),
    failed: cause !== null,
  };
}

export function describeEdit(edit: Edit): string {
  switch (edit.type) {
    case 'add':
      return `Add to ${edit.section}: ${edit.content}`;
    case 'update':
      return `Change ${edit.bulletId}: ${edit.content}`;
    case 'merge':
      return `Merge ${edit.bulletIds.join(', ')}: ${edit.content}`;
    case 'remove':
      return `Remove ${edit.bulletId}`;
  }
}

function describeShuffle(shuffle: NonNullable<IterationState['shuffle']>): string {
  if (shuffle.reflections === 0) return 'Nothing to shuffle: no reflection was valid';
  const copies = plural(shuffle.duplication, 'copy', 'copies');
  const few = shuffle.degraded ? ', fewer than half were valid' : '';
  return `${plural(shuffle.reflections, 'reflection')} × ${copies} in ${plural(shuffle.k, 'group')}${few}`;
}

function describeLatecomers({ closed }: IterationState): string | null {
  const late = closed?.late?.length ?? 0;
  const carried = closed?.carried?.length ?? 0;
  const parts = [
    ...(carried === 0 ? [] : [`${plural(carried, 'reflection')} joined from the iteration before`]),
    ...(late === 0 ? [] : [`${plural(late, 'reflection')} came too late and went on to the next one`]),
  ];
  return parts.length === 0 ? null : `${parts.join('; ')}.`;
}
