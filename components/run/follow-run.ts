import { callApi } from '@/components/api/client';
import { readRunSnapshot } from '@/lib/contracts/run-reading';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { boundRunState } from '@/lib/projection/bound-run-state';
import { reduceRun } from '@/lib/projection/reduce-run';
import type { RunState } from '@/lib/projection/run-state';

export type StreamHealth = 'opening' | 'live' | 'reconnecting' | 'ended';

/** Between two looks of a page at what has come; a person reads no faster. */
const GATHER_MS = 250;
const REOPEN_MS = 3000;

interface Following {
  readonly runId: string;
  /** Last number of a run that has ended; null while more may come. */
  readonly endSeq: number | null;
  readonly begin: RunState;
  readonly onState: (state: RunState) => void;
  readonly onHealth: (health: StreamHealth) => void;
}

/**
 * Follows a run's ledger: first what the server folded, then each entry after it. Entries are gathered and folded a
 * few times a second, in a frame of their own, whatever their rate. A lost connection goes on after the last number
 * that came; nothing comes twice. Gives back the way to leave.
 */
export function followRun({ runId, endSeq, begin, onState, onHealth }: Following): () => void {
  const leaving = new AbortController();
  let state = begin;
  let lastSeq = begin.lastSeq;
  let buffer: LedgerEntry[] = [];
  let source: EventSource | null = null;
  let gathering: number | undefined;
  let reopening: number | undefined;
  let isOver = false;

  const show = (next: RunState) => {
    state = next;
    if (!leaving.signal.aborted) onState(next);
  };
  const fold = () => {
    gathering = undefined;
    if (buffer.length === 0) return;
    const batch = buffer;
    buffer = [];
    show(boundRunState(reduceRun(state, batch)));
  };
  // A hidden page draws no frames.
  const foldSoon = () => (document.hidden ? fold() : requestAnimationFrame(fold));
  const take = ({ data }: MessageEvent<string>) => {
    const entry = JSON.parse(data) as LedgerEntry;
    buffer.push(entry);
    lastSeq = Math.max(lastSeq, entry.seq);
    isOver = entry.type === 'run.finished' || entry.type === 'run.failed';
    gathering ??= window.setTimeout(foldSoon, GATHER_MS);
  };
  const isComplete = () => isOver || (endSeq !== null && lastSeq >= endSeq);
  const again = (open: () => void) => {
    onHealth('reconnecting');
    reopening = window.setTimeout(open, REOPEN_MS);
  };
  const listen = () => {
    if (isComplete()) return onHealth('ended');
    source = new EventSource(`/api/v1/runs/${encodeURIComponent(runId)}/events?after=${lastSeq}`);
    source.onopen = () => onHealth('live');
    source.onmessage = take;
    source.onerror = () => {
      source?.close();
      fold();
      if (isComplete()) onHealth('ended');
      else again(listen);
    };
  };
  const start = () => {
    callApi(readRunSnapshot, { params: { runId }, signal: leaving.signal }).then(
      ({ seq, state: folded }) => {
        lastSeq = seq;
        show(folded as unknown as RunState);
        listen();
      },
      () => {
        if (!leaving.signal.aborted) again(start);
      },
    );
  };

  if (lastSeq === 0) start();
  else listen();
  return () => {
    leaving.abort();
    source?.close();
    window.clearTimeout(gathering);
    window.clearTimeout(reopening);
  };
}
