import type { TraceSpan } from '@/lib/domain/trace-span';
import { callNumbers } from './call-numbers';
import { callOfSpan } from './call-of-span';
import type { CallNumbers, ModelCall } from './model-call';
import type { SpanTree } from './span-tree';

export interface CallSpan extends ModelCall, CallNumbers {
  readonly span: TraceSpan;
}

/**
 * The model calls of a trace, each once. Where two instrumentations recorded the same call, one within the other, the
 * inner one is kept, unless only the outer one has the answer. The span of an agent repeats what its calls used: it is
 * a call only where none of its calls was sent.
 */
export function callSpans(tree: SpanTree): CallSpan[] {
  const calls = withLinkUsage(tree.of('call').map(read), tree);
  const doubled = doubledCalls(calls, tree);
  const kept = calls.filter(({ span }) => !doubled.has(span));
  const above = new Set(calls.flatMap(({ span }) => tree.ancestors(span)));
  const agents = tree.of('agent').filter((span) => !above.has(span));
  const lone = agents.map(read).filter(({ output, usage }) => output.length > 0 && usage !== null);
  const holders = new Set(lone.flatMap(({ span }) => tree.ancestors(span)));
  return [...kept, ...lone.filter(({ span }) => !holders.has(span))].sort(
    (a, b) => a.span.startMs - b.span.startMs || a.input.length - b.input.length,
  );
}

const read = (span: TraceSpan): CallSpan => ({ span, ...callOfSpan(span), ...callNumbers(span.attributes) });

/** Some senders count tokens on the link around a call: they are the call's, where it is the only one within. */
function withLinkUsage(calls: readonly CallSpan[], tree: SpanTree): CallSpan[] {
  const above = calls.map(({ span }) => tree.within(span).filter((one) => tree.sort(one) === 'link'));
  const held = new Map<TraceSpan, number>();
  for (const link of above.flat()) held.set(link, (held.get(link) ?? 0) + 1);
  return calls.map((call, index) => {
    if (call.usage !== null) return call;
    const only = (above[index] ?? []).filter((link) => held.get(link) === 1);
    const usage = only.map(({ attributes }) => callNumbers(attributes).usage).find((one) => one !== null);
    return { ...call, usage: usage ?? null };
  });
}

function doubledCalls(calls: readonly CallSpan[], tree: SpanTree): ReadonlySet<TraceSpan> {
  const bySpan = new Map(calls.map((call) => [call.span, call]));
  const doubled = new Set<TraceSpan>();
  for (const inner of calls) {
    for (const span of tree.within(inner.span)) {
      const outer = bySpan.get(span);
      if (outer === undefined) continue;
      const isFuller = outer.output.length > 0 && inner.output.length === 0;
      doubled.add(isFuller ? inner.span : outer.span);
    }
  }
  return doubled;
}
