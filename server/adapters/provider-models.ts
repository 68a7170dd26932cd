import { AppError } from '@/lib/errors/app-error';
import type { LanguageModel } from '@/lib/ports/language-model';
import { config } from '@/server/config/config';
import { readProviderSecret } from '@/server/repositories/providers';
import { openaiModel } from './openai-model';
import { type ProviderConnection, sharedConnection } from './provider-connection';

/** From what a manifest binds a role to (a provider's id, a model's name) to a model that can be called. */
export interface WantedModel {
  readonly workspaceId: string;
  readonly providerId: string;
  readonly model: string;
  /** Whose turn it is when runs share the provider; a run's id, or any name for calls outside a run. */
  readonly runId: string;
  /** The origin that the manifest pinned; a provider that has moved since is refused. */
  readonly origin?: string;
}

export async function openModel(wanted: WantedModel): Promise<LanguageModel> {
  return openaiModel(await connectionTo(wanted), wanted);
}

async function connectionTo({ workspaceId, providerId, origin }: WantedModel): Promise<ProviderConnection> {
  const provider = await readProviderSecret(workspaceId, providerId);
  if (origin !== undefined && new URL(provider.baseUrl).origin !== origin) {
    throw new AppError(
      'STATE_CONFLICT',
      `The provider ${provider.name} has another address now than this run pinned.`,
      {
        howToProceed: ['Set the address back, or start a new run.'],
      },
    );
  }
  return sharedConnection(provider, config().allowedAddresses);
}
