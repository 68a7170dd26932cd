import { MODEL_ROLES, type ModelRole } from './model-role';
import type { Task } from './task';

/**
 * The roles whose models a run of this task asks, and so whose prices and accelerators it must know: the evaluator only
 * where a judge scores, and nobody answers where the candidate itself is the answer.
 */
export function askedRoles({ scoring, artefact }: Pick<Task, 'scoring' | 'artefact'>): readonly ModelRole[] {
  const silent: readonly ModelRole[] = [
    ...(scoring.kind === 'judge' ? [] : ['evaluator' as const]),
    ...(artefact ? ['serving' as const] : []),
  ];
  return MODEL_ROLES.filter((role) => !silent.includes(role));
}
