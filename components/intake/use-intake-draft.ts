'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, callApi } from '@/components/api/client';
import { type IntakeView, saveIntake } from '@/lib/contracts/intakes';

/** After the last key, so that a sentence is a few saves and not one a letter. */
const TYPING_MS = 700;

export type Answers = IntakeView['answers'];

interface Draft {
  readonly name: string;
  readonly answers: Answers;
  readonly reasons: Readonly<Record<string, string | undefined>>;
}

export type SaveState = 'saved' | 'saving' | 'waiting' | 'failed' | 'conflict';

const draftOf = ({ name, answers, reasons }: IntakeView): Draft => ({ name, answers, reasons });

/** A draft that saves itself. What the server says of it (questions, faults, what is known) follows each save. */
export function useIntakeDraft(initial: IntakeView) {
  const [draft, setDraft] = useState(() => draftOf(initial));
  const [view, setView] = useState(initial);
  const [savedText, setSavedText] = useState(() => JSON.stringify(draftOf(initial)));
  const save = useMutation({
    mutationFn: (now: Draft) =>
      callApi(saveIntake, {
        params: { intakeId: initial.id },
        body: { ...now, reasons: { ...now.reasons }, revision: view.revision },
      }),
    onSuccess: (saved, now) => {
      setView(saved);
      setSavedText(JSON.stringify(now));
    },
  });
  const text = JSON.stringify(draft);
  const isDirty = text !== savedText;
  const triedText = save.variables === undefined ? null : JSON.stringify(save.variables);
  const hasFailed = save.isError && triedText === text;
  const isConflict = save.error instanceof ApiProblem && save.error.problem.status === 409;
  const { mutate, isPending } = save;
  useEffect(() => {
    if (!isDirty || isPending || hasFailed || isConflict) return;
    const timer = setTimeout(() => mutate(JSON.parse(text) as Draft), TYPING_MS);
    return () => clearTimeout(timer);
  }, [isDirty, isPending, hasFailed, isConflict, mutate, text]);
  useLeaveWarning(isDirty);
  return {
    draft,
    view,
    state: stateOf({ isDirty, isPending, isConflict, hasFailed }),
    problem: save.error,
    change: (part: Partial<Answers>) => setDraft((now) => ({ ...now, answers: { ...now.answers, ...part } })),
    rename: (name: string) => setDraft((now) => ({ ...now, name })),
    setReason: (ruleId: string, reason: string) =>
      setDraft((now) => ({ ...now, reasons: { ...now.reasons, [ruleId]: reason } })),
    /** At once, before a step that reads the draft. */
    saveNow: async () => {
      if (isDirty && !isPending) await save.mutateAsync(draft);
    },
  };
}

interface Standing {
  readonly isDirty: boolean;
  readonly isPending: boolean;
  readonly isConflict: boolean;
  readonly hasFailed: boolean;
}

function stateOf({ isDirty, isPending, isConflict, hasFailed }: Standing): SaveState {
  if (isConflict) return 'conflict';
  if (isPending) return 'saving';
  if (hasFailed) return 'failed';
  return isDirty ? 'waiting' : 'saved';
}

/** The browser asks before a tab with unsaved words is closed. */
function useLeaveWarning(isDirty: boolean): void {
  const dirty = useRef(isDirty);
  useEffect(() => {
    dirty.current = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}
