'use client';

import {
  Bot,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  Gavel,
  Lightbulb,
  type LucideIcon,
  MessageSquare,
  Play,
  Wrench,
} from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { TraceSpan } from '@/lib/view/trace-tree';
import { moveInTree, type TreeRow, visibleRows } from '@/lib/view/tree-rows';

const ICONS: Readonly<Record<TraceSpan['kind'], LucideIcon>> = {
  rollout: Play,
  agent: Bot,
  turn: MessageSquare,
  tool: Wrench,
  evaluator: Gavel,
  reflection: Lightbulb,
};

interface TraceTreeProps {
  readonly spans: readonly TraceSpan[];
  readonly openId: string;
  readonly onOpen: (id: string) => void;
}

/** The spans of a trace: walked by arrow keys as by mouse, each with its tokens, delay and money. */
export function TraceTree({ spans, openId, onOpen }: TraceTreeProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => visibleRows(spans, closed), [spans, closed]);
  const boxRef = useRef<HTMLDivElement>(null);
  // A folded branch takes its open span out of sight: then the first row is where the keyboard enters.
  const entry = rows.some(({ node }) => node.id === openId) ? openId : rows[0]?.node.id;
  const fold = (id: string, isClosed: boolean) =>
    setClosed((before) => new Set(isClosed ? [...before, id] : [...before].filter((one) => one !== id)));
  const press = (event: KeyboardEvent, id: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen(id);
      return;
    }
    const move = moveInTree(rows, id, event.key);
    if (move === null) return;
    event.preventDefault();
    if (move.kind !== 'go') return fold(id, move.kind === 'close');
    onOpen(move.id);
    const row = boxRef.current?.children[rows.findIndex(({ node }) => node.id === move.id)];
    if (row instanceof HTMLElement) row.focus();
  };
  return (
    <div
      ref={boxRef}
      role="tree"
      aria-label="Spans of the trace"
      className="overflow-hidden rounded-md border border-line"
    >
      {rows.map((row) => (
        <SpanRow
          key={row.node.id}
          row={row}
          isChosen={row.node.id === openId}
          isEntry={row.node.id === entry}
          onOpen={() => onOpen(row.node.id)}
          onFold={() => fold(row.node.id, row.isOpen === true)}
          onKey={(event) => press(event, row.node.id)}
        />
      ))}
    </div>
  );
}

interface SpanRowProps {
  readonly row: TreeRow<TraceSpan>;
  readonly isChosen: boolean;
  readonly isEntry: boolean;
  readonly onOpen: () => void;
  readonly onFold: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

function SpanRow({ row, isChosen, isEntry, onOpen, onFold, onKey }: SpanRowProps) {
  const { node, level, place, siblings, isOpen } = row;
  const Icon = node.failed ? CircleAlert : ICONS[node.kind];
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      role="treeitem"
      tabIndex={isEntry ? 0 : -1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={isChosen}
      {...(isOpen === null ? {} : { 'aria-expanded': isOpen })}
      onClick={onOpen}
      onKeyDown={onKey}
      style={{ paddingLeft: `${(level - 1) * 1.1 + 0.5}rem` }}
      className={classNames(
        'flex cursor-default flex-wrap items-center gap-x-2 border-line border-b border-l-2 border-l-transparent py-1.5 pr-3 text-xs last:border-b-0 hover:bg-sunken focus-visible:outline-offset-[-2px]',
        isChosen && 'border-l-honey bg-sunken',
      )}
    >
      {isOpen === null ? (
        <span className="size-4 shrink-0" />
      ) : (
        // The keyboard folds with the arrows; this is the same for a pointer.
        <span
          aria-hidden
          className="flex size-4 shrink-0 items-center justify-center rounded hover:bg-hover"
          onClick={(event) => {
            event.stopPropagation();
            onFold();
          }}
        >
          <Chevron className="size-3.5" />
        </span>
      )}
      <Icon
        className={classNames('size-3.5 shrink-0', node.failed ? 'text-bad' : 'text-ink-faint')}
        aria-hidden
      />
      <span className={classNames('min-w-0 truncate', level === 1 && 'font-medium')}>
        {node.name}
        {node.failed ? <span className="text-bad"> · failed</span> : null}
      </span>
      <span className="numbers ml-auto whitespace-nowrap pl-6 text-ink-faint">{node.figures}</span>
    </div>
  );
}
