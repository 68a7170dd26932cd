import type { StartReadinessInput } from '@/lib/contracts/readiness';
import type { RoleModelChoice } from '@/lib/contracts/role-models';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { ModelRole } from '@/lib/domain/model-role';
import { AppError } from '@/lib/errors/app-error';
import { isOtherHardware } from '@/lib/policy/readiness';
import { ROLES_NAMED } from '@/lib/policy/rules/launch';
import { refusal } from '@/lib/policy/rules/rule';
import { resolveModels } from '@/server/services/runs/resolve-models';

type Models = RunManifest['models'];

/**
 * The bindings of a re-measurement on another profile. Where only the serving model is named, the proposer moves to its
 * provider too, so that all learning time is spent there: by its own model if the provider has that, else by the
 * serving model. The evaluator stays, since its calls are no learning time and its scores must stay comparable.
 * @throws AppError ROLE_MODEL_MISSING, STATE_CONFLICT where it is no other hardware.
 */
export async function otherModels(
  workspaceId: string,
  claimed: Models,
  named: NonNullable<StartReadinessInput['hardware']>,
): Promise<Models> {
  const choices = {
    serving: { maxTokens: claimed.serving.maxTokens, ...named.serving },
    proposer: named.proposer ?? { ...choiceOf(claimed.proposer), providerId: named.serving.providerId },
    evaluator: named.evaluator ?? choiceOf(claimed.evaluator),
  };
  const resolved = await resolveModels(workspaceId, { models: choices });
  const binding = (role: ModelRole): ModelBinding => {
    const found = resolved[role] ?? (role === 'proposer' && !named.proposer ? resolved.serving : null);
    if (found !== null) return found;
    throw refusal(ROLES_NAMED, {
      found: `The model ${choices[role].model} is not there (any more).`,
      fields: [{ path: `hardware.${role}`, message: 'Choose a model of a provider that is there.' }],
    });
  };
  const models = {
    serving: binding('serving'),
    proposer: binding('proposer'),
    evaluator: binding('evaluator'),
  };
  assertOther(claimed.serving, models.serving);
  return models;
}

/** Practice may rehearse anywhere; real hardware has to be another one. */
function assertOther(claimed: ModelBinding, again: ModelBinding): void {
  if (again.practice || isOtherHardware({ ...claimed, practice: false }, again)) return;
  throw new AppError(
    'STATE_CONFLICT',
    `${again.providerName} declares the same hardware (${again.hardware}) on the same host, so it would show nothing new.`,
    {
      howToProceed: [
        'Name a model of a provider with another accelerator or another host.',
        'Or enter the hardware of the provider in the settings, if it is another one.',
      ],
    },
  );
}

function choiceOf({ providerId, model, temperature, maxTokens }: ModelBinding): RoleModelChoice {
  return { providerId, model, temperature, maxTokens };
}
