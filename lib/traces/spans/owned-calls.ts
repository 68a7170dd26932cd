import type { CallSpan } from './call-spans';
import type { SpanTree } from './span-tree';
import type { ToolRun } from './tool-run';

/** A model call among those of its agent. */
export interface OwnedCall {
  readonly source: CallSpan;
  /** Id of the span of the agent, or of the tool, that made the call; empty = the trace. */
  readonly owner: string;
  /** The next call of the same owner. */
  readonly next: CallSpan | null;
  /** Tools that the owner ran between the two. */
  readonly after: readonly ToolRun[];
}

export function ownedCalls(
  calls: readonly CallSpan[],
  runs: readonly ToolRun[],
  tree: SpanTree,
): OwnedCall[] {
  const runsOf = new Map<string, ToolRun[]>();
  for (const run of runs) {
    const owner = tree.ownerOf(run.span);
    const known = runsOf.get(owner);
    if (known === undefined) runsOf.set(owner, [run]);
    else known.push(run);
  }
  const later = new Map<string, CallSpan>();
  const owned = calls.toReversed().map((source): OwnedCall => {
    const owner = tree.ownerOf(source.span);
    const next = later.get(owner) ?? null;
    later.set(owner, source);
    const end = next?.span.startMs ?? Number.POSITIVE_INFINITY;
    const isBetween = ({ span }: ToolRun) => span.startMs >= source.span.startMs && span.startMs < end;
    return { source, owner, next, after: (runsOf.get(owner) ?? []).filter(isBetween) };
  });
  return owned.reverse();
}
