import { type BehaviouralHeaders, pinnedHeaders } from '@/lib/domain/behavioural-headers';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { ListedModels } from '@/lib/domain/listed-models';
import { AppError } from '@/lib/errors/app-error';
import type { Embedder } from '@/lib/ports/embedder';
import type { LanguageModel } from '@/lib/ports/language-model';
import { ledgerPool } from '@/server/ledger/pool';
import { readProviderSecret } from '@/server/repositories/provider-secret';
import { openaiEmbedder } from './embedder';
import { listedModels } from './listed-models';
import { openaiModel } from './openai-model';
import { addressesFor } from './provider-addresses';
import { type ProviderConnection, sharedConnection } from './provider-connection';
import type { Patience } from './provider-health';

/** From what a manifest binds a role to (a provider's id, a model's name) to a model that can be called. */
export interface WantedModel {
  readonly workspaceId: string;
  readonly providerId: string;
  readonly model: string;
  /** Whose turn it is when runs share the provider; a run's id, or any name for calls outside a run. */
  readonly runId: string;
  /** The origin that the manifest pinned; a provider that has moved since is refused. */
  readonly origin?: string;
  /** The headers that the manifest pinned as part of the answers; where they differ now, the provider is refused. */
  readonly behaviouralHeaders?: BehaviouralHeaders | undefined;
  readonly patience?: Patience | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export async function openModel(wanted: WantedModel): Promise<LanguageModel> {
  return openaiModel(await connectionTo(wanted), wanted);
}

/** Models that the endpoint of a provider lists. */
export async function listModels(
  wanted: Pick<WantedModel, 'workspaceId' | 'providerId'>,
  signal: AbortSignal,
): Promise<ListedModels> {
  return listedModels((await connectionTo(wanted)).client, signal);
}

/** Vectors from one of the providers that a run is bound to. */
export async function openEmbedder(wanted: WantedModel): Promise<Embedder> {
  return openaiEmbedder(await connectionTo(wanted), wanted);
}

/** Calls back whenever the provider goes away (with the time of day since when) or is back (with null). */
export async function watchProvider(
  wanted: Omit<WantedModel, 'model' | 'runId'>,
  listener: (name: string, awaySinceMs: number | null) => void,
): Promise<() => void> {
  const { health, settings } = await connectionTo(wanted);
  return health.listen((awaySinceMs) => listener(settings.name, awaySinceMs));
}

async function connectionTo({
  workspaceId,
  providerId,
  origin,
  behaviouralHeaders,
}: Omit<WantedModel, 'model' | 'runId'>): Promise<ProviderConnection> {
  const provider = await readProviderSecret(ledgerPool(), workspaceId, providerId);
  if (origin !== undefined && new URL(provider.baseUrl).origin !== origin) {
    throw new AppError(
      'STATE_CONFLICT',
      `The provider ${provider.name} has another address now than this run pinned.`,
      {
        howToProceed: ['Set the address back, or start a new run.'],
      },
    );
  }
  const headersNow = pinnedHeaders(provider.headers, provider.behaviouralHeaders);
  if (behaviouralHeaders !== undefined && canonicalHash(behaviouralHeaders) !== canonicalHash(headersNow)) {
    throw new AppError(
      'STATE_CONFLICT',
      `The provider ${provider.name} has other headers that affect answers than this run pinned.`,
      { howToProceed: ['Set the headers and their marks back, or start a new run.'] },
    );
  }
  return sharedConnection(provider, addressesFor(provider));
}
