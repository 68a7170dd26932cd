'use client';

import { useEffect, useState } from 'react';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import { reduceRun } from '@/lib/view/reduce-run';
import { EMPTY_RUN_STATE, type RunState } from '@/lib/view/run-state';

export type StreamHealth = 'opening' | 'live' | 'reconnecting' | 'ended';

const RENDER_MS = 250;
const REOPEN_MS = 3000;

interface Streamed {
  readonly state: RunState;
  readonly health: StreamHealth;
}

/**
 * Follows a run's ledger. Entries are gathered and folded a few times a second, whatever their rate; a lost
 * connection goes on after the last number seen. `endSeq` is the last number of a run that has ended, null while
 * more may come; a resumed run opens the stream again.
 */
export function useRunStream(runId: string, endSeq: number | null): Streamed {
  const [streamed, setStreamed] = useState<Streamed>({ state: EMPTY_RUN_STATE, health: 'opening' });

  useEffect(() => {
    const buffer: LedgerEntry[] = [];
    let source: EventSource | null = null;
    let reopenTimer: number | undefined;
    let lastSeq = 0;
    let isOver = false;

    const fold = () => {
      if (buffer.length === 0) return;
      const batch = buffer.splice(0);
      setStreamed((now) => ({ ...now, state: reduceRun(now.state, batch) }));
    };
    const setHealth = (health: StreamHealth) =>
      setStreamed((now) => (now.health === health ? now : { ...now, health }));
    const take = (event: MessageEvent<string>) => {
      const entry = JSON.parse(event.data) as LedgerEntry;
      buffer.push(entry);
      lastSeq = Math.max(lastSeq, entry.seq);
      isOver = entry.type === 'run.finished' || entry.type === 'run.failed';
    };
    const open = () => {
      source = new EventSource(`/api/v1/runs/${encodeURIComponent(runId)}/events?after=${lastSeq}`);
      source.onopen = () => setHealth('live');
      source.onmessage = take;
      source.onerror = () => {
        source?.close();
        fold();
        const isComplete = isOver || (endSeq !== null && lastSeq >= endSeq);
        setHealth(isComplete ? 'ended' : 'reconnecting');
        if (!isComplete) reopenTimer = window.setTimeout(open, REOPEN_MS);
      };
    };

    open();
    const timer = window.setInterval(fold, RENDER_MS);
    return () => {
      source?.close();
      window.clearInterval(timer);
      window.clearTimeout(reopenTimer);
    };
  }, [runId, endSeq]);

  return streamed;
}
