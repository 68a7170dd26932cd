import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { artefactKind, createTaskBody } from '@/lib/contracts/tasks';
import type { ScoringKind } from '@/lib/domain/scoring';
import { SCORING_WORDS } from '@/lib/domain/scoring-words';
import { numberOr } from '@/lib/view/draft-numbers';

type ArtefactInput = z.input<typeof artefactKind>;

/** A task while it is filled in; numbers are texts, and settings of every kind of scoring stand side by side. */
export interface TaskDraft {
  readonly name: string;
  readonly instructions: string;
  readonly scoring: { readonly kind: ScoringKind; readonly [setting: string]: string };
  readonly artefact: { readonly kind: 'none' | ArtefactInput['kind']; readonly descriptions: string };
  readonly secret: string;
}

export interface TaskForm extends UseFormReturn<TaskDraft> {
  readonly fault: (path: string) => string | undefined;
}

export const EMPTY_TASK: TaskDraft = {
  name: '',
  instructions: '',
  scoring: { kind: 'formula', timeoutSeconds: '30' },
  artefact: { kind: 'none', descriptions: '' },
  secret: '',
};

type TaskInput = z.input<typeof createTaskBody>;

export function bodyOfTask({ secret, scoring, artefact, ...draft }: TaskDraft): TaskInput {
  return {
    ...draft,
    scoring: scoringOf(scoring),
    artefact: artefactOf(artefact),
    ...(scoring.kind === 'http' && secret.trim() !== '' ? { secret: secret.trim() } : {}),
  };
}

/** Settings of the chosen kind; the contract fills in defaults and refuses the rest. */
function scoringOf({ kind, ...settings }: TaskDraft['scoring']): TaskInput['scoring'] {
  const text = (name: string) => (settings[name] ?? '').trim();
  if (kind === 'command') return { kind, command: text('command') };
  if (kind === 'http')
    return {
      ...{ kind, url: text('url'), header: text('header') || null },
      timeoutSeconds: numberOr(text('timeoutSeconds'), 30),
    };
  const fields = (SCORING_WORDS[kind].fields ?? []).map(({ name, type }) => [
    name,
    type === 'number' ? numberOr(text(name), 0) : text(name),
  ]);
  return { kind, ...Object.fromEntries(fields) } as TaskInput['scoring'];
}

function artefactOf({ kind, descriptions }: TaskDraft['artefact']): ArtefactInput | null {
  if (kind === 'none') return null;
  if (kind !== 'multiTask') return { kind };
  return { kind, descriptions: descriptions.split('\n').flatMap((line) => line.trim() || []) };
}
