import type { ModelBinding, RunManifest } from './manifest';
import { MODEL_ROLES, type ModelRole } from './model-role';
import type { Task } from './task';

/**
 * The roles whose models a run of this task asks, and so whose prices and accelerators it must know: the evaluator only
 * where a judge scores, and no role answers where the candidate itself is the answer.
 */
export function askedRoles({ scoring, artefact }: Pick<Task, 'scoring' | 'artefact'>): readonly ModelRole[] {
  const silent: readonly ModelRole[] = [
    ...(scoring.kind === 'judge' ? [] : ['evaluator' as const]),
    ...(artefact ? ['serving' as const] : []),
  ];
  return MODEL_ROLES.filter((role) => !silent.includes(role));
}

export interface AskedModel {
  /** The field that names it. */
  readonly path: string;
  readonly binding: ModelBinding;
}

/** Every model that a run may ask: those of its roles, and the proxy that takes the judge's seat above a ceiling. */
export function askedModels({
  task,
  models,
  judging,
}: Pick<RunManifest, 'task' | 'models' | 'judging'>): readonly AskedModel[] {
  const roles = askedRoles(task).map((role) => ({ path: `models.${role}`, binding: models[role] }));
  const proxy = task.scoring.kind === 'judge' && judging?.costCeilingUsd != null ? judging.proxy : null;
  return proxy === null ? roles : [...roles, { path: 'judging.proxy', binding: proxy }];
}

/** Whether what a run pays can be known: one model without a price makes every sum of its dollars a guess. */
export function isPriced(manifest: Pick<RunManifest, 'task' | 'models' | 'judging'>): boolean {
  return askedModels(manifest).every(({ binding }) => hasPrice(binding));
}

export const hasPrice = ({ usdPerMillionIn, usdPerMillionOut }: ModelBinding) =>
  usdPerMillionIn !== null && usdPerMillionOut !== null;
