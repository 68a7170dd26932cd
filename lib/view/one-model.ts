import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';

/**
 * The one model of an experiment's form, which plays all roles. A practice provider has a model of its own for each role, so
 * it is one choice here; models that differ by role are chosen in the advanced settings and read as `MIXED`.
 */
export const MIXED = 'mixed';

type Models = Readonly<Record<ModelRole, string>>;

interface Provider {
  readonly id: string;
  readonly name: string;
  readonly practice: boolean;
  readonly models: readonly { readonly name: string }[];
}

interface ModelOption {
  readonly value: string;
  readonly label: string;
  readonly models: Models;
}

interface ModelGroup {
  readonly label: string;
  readonly options: readonly ModelOption[];
}

const PRACTICE_MODELS: Models = {
  serving: 'practice-task',
  proposer: 'practice-proposer',
  evaluator: 'practice-judge',
};

export const practiceModelsOf = ({ id }: Pick<Provider, 'id'>): Models =>
  modelsBy((role) => `${id}/${PRACTICE_MODELS[role]}`);

/** Choices of the form, by provider. */
export function modelGroups(providers: readonly Provider[]): readonly ModelGroup[] {
  return providers
    .map((provider) => ({ label: provider.name, options: optionsOf(provider) }))
    .filter(({ options }) => options.length > 0);
}

/** The choice that gives every asked role its model; empty where none is chosen. */
export function chosenModel(
  groups: readonly ModelGroup[],
  models: Models,
  roles: readonly ModelRole[],
): string {
  if (roles.every((role) => models[role] === '')) return '';
  const found = groups
    .flatMap(({ options }) => options)
    .find((option) => roles.every((role) => option.models[role] === models[role]));
  return found?.value ?? MIXED;
}

function optionsOf(provider: Provider): readonly ModelOption[] {
  if (provider.practice)
    return [{ value: provider.id, label: provider.name, models: practiceModelsOf(provider) }];
  return provider.models.map(({ name }) => {
    const value = `${provider.id}/${name}`;
    return { value, label: name, models: modelsBy(() => value) };
  });
}

function modelsBy(modelOf: (role: ModelRole) => string): Models {
  return Object.fromEntries(MODEL_ROLES.map((role) => [role, modelOf(role)])) as Models;
}
