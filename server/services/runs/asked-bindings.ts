import type { ExperimentConfig } from '@/lib/contracts/experiment-config';
import { askedRoles } from '@/lib/domain/asked-roles';
import type { ModelBinding } from '@/lib/domain/manifest';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import type { Task } from '@/lib/domain/task';
import { ROLES_NAMED } from '@/lib/policy/rules/launch';
import { refusal } from '@/lib/policy/rules/rule';

type Bindings = Readonly<Record<ModelRole, ModelBinding>>;

interface Choices {
  readonly config: Pick<ExperimentConfig, 'models'>;
  readonly task: Pick<Task, 'scoring' | 'artefact'>;
  /** Null where the provider or the model is not (or no longer) there. */
  readonly bindings: Readonly<Record<ModelRole, ModelBinding | null>>;
}

/** A role that the task never asks needs no model: where none is chosen, the model of an asked role is pinned. */
export function assertAllRoles({ bindings, config, task }: Choices): Bindings {
  const asked = askedRoles(task);
  const missing = asked.filter((role) => bindings[role] === null);
  if (missing.length > 0) {
    const faults = missing.map((role) => ({
      path: `models.${role}`,
      message: config.models[role]
        ? `The model ${config.models[role].model} or its provider is not there (any more).`
        : 'No model is chosen.',
    }));
    throw refusal(ROLES_NAMED, { found: `Missing: ${missing.join(', ')}.`, fields: faults });
  }
  const other = asked.map((role) => bindings[role]).find((binding) => binding !== null);
  return Object.fromEntries(MODEL_ROLES.map((role) => [role, bindings[role] ?? other])) as Bindings;
}
