'use client';

import { useRef, useState } from 'react';
import {
  countsOf,
  type JudgedTrace,
  type JudgeQueue,
  judgedTrace,
  lastJudged,
  reopenSkipped,
  skippedTrace,
  startQueue,
  undoneTrace,
} from '@/lib/view/judge-queue';

export interface JudgeQueueProps {
  /** Read once: a list that is fetched again does not move the reader. Give a new `key` for another queue. */
  readonly queue: readonly JudgedTrace[];
  /** Traces to judge, of which the queue may hold the first ones. Read once. */
  readonly total: number;
  /** Null takes the judgement back. The next trace appears once it resolves. */
  readonly judge: (id: string, value: number | null, note: string) => Promise<void>;
}

interface Failure {
  readonly error: unknown;
  /** Null = an undo failed. */
  readonly value: number | null;
}

/** Place in a queue, notes, and one call at a time: the place changes only after the server has accepted a judgement. */
export function useJudgeQueue({ judge, ...given }: JudgeQueueProps) {
  const [{ queue: traces, total }] = useState(given);
  const [queue, setQueue] = useState(() => startQueue(traces.map(({ id }) => id)));
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isCalling = useRef(false);
  const trace = traces.find(({ id }) => id === queue.currentId) ?? null;
  const noteOf = (id: string) => notes.get(id) ?? '';

  const send = async (id: string, value: number | null, whenDone: (before: JudgeQueue) => JudgeQueue) => {
    if (isCalling.current) return;
    isCalling.current = true;
    setSaving(true);
    try {
      await judge(id, value, value === null ? '' : noteOf(id).trim());
      setFailure(null);
      setQueue(whenDone);
    } catch (error) {
      setFailure({ error, value });
    } finally {
      isCalling.current = false;
      setSaving(false);
    }
  };
  const move = (change: (before: JudgeQueue) => JudgeQueue) => {
    if (isCalling.current) return;
    setFailure(null);
    setQueue(change);
  };
  const give = (value: number) => {
    if (trace !== null) void send(trace.id, value, (before) => judgedTrace(before, trace.id));
  };
  const undo = () => {
    const id = lastJudged(queue);
    if (id !== null) void send(id, null, undoneTrace);
  };
  return {
    trace,
    counts: countsOf(queue, total),
    canUndo: lastJudged(queue) !== null,
    note: trace === null ? '' : noteOf(trace.id),
    isSaving,
    problem: failure?.error ?? null,
    retry: () => {
      if (failure === null) return;
      if (failure.value === null) undo();
      else give(failure.value);
    },
    setNote: (text: string) => {
      if (trace !== null) setNotes((before) => new Map(before).set(trace.id, text));
    },
    give,
    undo,
    skip: () => {
      if (trace !== null) move((before) => skippedTrace(before, trace.id));
    },
    judgeSkipped: () => move(reopenSkipped),
  };
}
