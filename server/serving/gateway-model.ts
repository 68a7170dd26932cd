import type { ChatRequest } from '@/lib/canary/gateway-request';
import type { ServedPrompt } from '@/lib/domain/flag';
import { AppError } from '@/lib/errors/app-error';
import type { ServedModel, SlotView } from '@/server/repositories/slot-view';

/**
 * Which model answers, and whose: the prompt's own, else the slot's, else the caller's; of the provider that the slot
 * names, else of the one that has it, else of the only one there is.
 * @throws AppError INPUT_INVALID or NOT_FOUND, saying what to set
 */
export function modelFor(
  prompt: ServedPrompt | null,
  { model: asked }: Pick<ChatRequest, 'model'>,
  { view, models }: { readonly view: SlotView; readonly models: readonly ServedModel[] },
): ServedModel & { readonly model: string } {
  const model = prompt?.model ?? view.model ?? asked;
  if (model === undefined) {
    const message = 'Name a model: neither the prompt that is live nor the slot names one.';
    throw new AppError('INPUT_INVALID', message, { fields: [{ path: 'model', message: 'It is missing.' }] });
  }
  const named = models.filter(({ providerId }) => view.providerId === null || providerId === view.providerId);
  const having = named.filter((one) => one.model === model);
  const providers = [...new Set((having.length > 0 ? having : named).map(({ providerId }) => providerId))];
  const [providerId] = providers;
  if (providerId === undefined || providers.length > 1) throw noProvider(model, providers.length);
  const found = having[0];
  return found ? { ...found, model } : { providerId, model, usdPerMillionIn: null, usdPerMillionOut: null };
}

function noProvider(model: string, count: number): AppError {
  const what =
    count === 0 ? 'No provider of the workspace is there for' : 'Several providers could answer for';
  return new AppError(
    'NOT_FOUND',
    `${what} the model ${model}. Choose the provider in the slot's gateway settings.`,
    {
      context: { model },
      howToProceed: ["Set the provider in the slot's gateway settings, or add the model to one provider."],
    },
  );
}
