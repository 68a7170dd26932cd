import type { TraceSpan } from '@/lib/domain/trace-span';
import { type SpanSort, sortOf } from './span-sort';

/** Parents that are looked at from one span; a trace that loops ends there. */
const DEPTH_MAX = 500;

/** The spans of a trace with their places in it. Spans whose parent was not sent are roots here. */
export class SpanTree {
  private readonly byId: ReadonlyMap<string, TraceSpan>;
  private readonly sorts: ReadonlyMap<TraceSpan, SpanSort>;

  constructor(readonly spans: readonly TraceSpan[]) {
    this.byId = new Map(spans.map((span) => [span.spanId, span]));
    this.sorts = new Map(spans.map((span) => [span, sortOf(span)]));
  }

  sort(span: TraceSpan): SpanSort {
    return this.sorts.get(span) ?? null;
  }

  of(sort: SpanSort): TraceSpan[] {
    return this.spans.filter((span) => this.sort(span) === sort);
  }

  /** From the parent up. */
  ancestors(span: TraceSpan): TraceSpan[] {
    const found: TraceSpan[] = [];
    let at = this.parentOf(span);
    while (at !== undefined && at !== span && found.length < DEPTH_MAX) {
      found.push(at);
      at = this.parentOf(at);
    }
    return found;
  }

  /**
   * The agent, or the tool, that a span works for: spans of one owner share a conversation. Spans below neither work for
   * the trace, whose id here is empty.
   */
  ownerOf(span: TraceSpan): string {
    return this.ancestors(span).find((one) => this.isOwner(one))?.spanId ?? '';
  }

  /** Ancestors below the owner. */
  within(span: TraceSpan): TraceSpan[] {
    const above = this.ancestors(span);
    const owner = above.findIndex((one) => this.isOwner(one));
    return owner < 0 ? above : above.slice(0, owner);
  }

  private isOwner(span: TraceSpan): boolean {
    return this.sort(span) === 'agent' || this.sort(span) === 'tool';
  }

  span(id: string): TraceSpan | undefined {
    return this.byId.get(id);
  }

  /** The root, else the first span whose parent was not sent. */
  root(): TraceSpan | undefined {
    return (
      this.spans.find(({ parentId }) => parentId === null) ?? this.spans.find((one) => !this.parentOf(one))
    );
  }

  private parentOf({ parentId }: TraceSpan): TraceSpan | undefined {
    return parentId === null ? undefined : this.byId.get(parentId);
  }
}
