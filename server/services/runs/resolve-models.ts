import type { ExperimentConfig } from '@/lib/contracts/experiment-config';
import type { RoleModelChoice } from '@/lib/contracts/role-models';
import { pinnedHeaders } from '@/lib/domain/behavioural-headers';
import type { ModelBinding } from '@/lib/domain/manifest';
import { usualReplyTokens } from '@/lib/domain/method-settings';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import { practiceSettingsIn } from '@/lib/domain/practice-settings';
import { db } from '@/server/db/client';
import type { Prisma } from '@/server/db/generated/client';
import { openHeaders, type ProviderHeaders } from '@/server/repositories/provider-headers';
import { statedPace } from '@/server/services/providers/practice-pace';

type StoredRow = Prisma.ProviderGetPayload<{ include: { models: true }; omit: { keyCiphertext: true } }>;
type ProviderRow = Omit<StoredRow, 'headers'> & { readonly headers: ProviderHeaders };

/** The model of each role now, with address, price and hardware, for a manifest to pin. Null = not available. */
export async function resolveModels(
  workspaceId: string,
  config: Pick<ExperimentConfig, 'models'> & { readonly method?: Pick<ExperimentConfig['method'], 'name'> },
): Promise<Record<ModelRole, ModelBinding | null>> {
  const providers = await providersOf(
    workspaceId,
    MODEL_ROLES.flatMap((role) => config.models[role] ?? []),
  );
  const resolve = (role: ModelRole) =>
    bindingOf(config.models[role], providers, usualReplyTokens(role, config.method?.name));
  return { serving: resolve('serving'), proposer: resolve('proposer'), evaluator: resolve('evaluator') };
}

/** The cheaper judge, where one is named and there. */
export async function resolveProxy(
  workspaceId: string,
  { judging: { proxy }, method }: Pick<ExperimentConfig, 'judging' | 'method'>,
): Promise<ModelBinding | null> {
  return (
    proxy &&
    bindingOf(proxy, await providersOf(workspaceId, [proxy]), usualReplyTokens('evaluator', method.name))
  );
}

async function providersOf(workspaceId: string, choices: readonly RoleModelChoice[]): Promise<ProviderRow[]> {
  const rows = await db().provider.findMany({
    where: { workspaceId, archivedAt: null, id: { in: choices.map(({ providerId }) => providerId) } },
    include: { models: true },
    omit: { keyCiphertext: true },
  });
  return rows.map((row) => ({ ...row, headers: openHeaders(row) }));
}

function bindingOf(
  choice: RoleModelChoice | undefined,
  providers: readonly ProviderRow[],
  usualTokens: number,
): ModelBinding | null {
  const provider = providers.find(({ id }) => id === choice?.providerId);
  const model = provider?.models.find(({ name }) => name === choice?.model);
  if (!choice || !provider || !model) return null;
  const timeScale = provider.practice ? statedPace(provider.headers) : null;
  return {
    providerId: provider.id,
    providerName: provider.name,
    origin: new URL(provider.baseUrl).origin,
    model: model.name,
    temperature: choice.temperature,
    maxTokens: choice.maxTokens ?? usualTokens,
    contextTokens: model.contextTokens,
    usdPerMillionIn: model.usdPerMillionIn,
    usdPerMillionOut: model.usdPerMillionOut,
    usdPerMillionCached: model.usdPerMillionCached,
    pricedAt: model.pricedAt?.toISOString() ?? null,
    tokensPerMinute: provider.tokensPerMinute,
    hardware: provider.hardware,
    practice: provider.practice,
    acceleratorsPerCall: provider.acceleratorsPerCall,
    // Each try may take its whole time; our own waits between them keep no accelerator busy.
    callTimeoutMs: provider.timeoutMs * provider.maxAttempts,
    behaviouralHeaders: pinnedHeaders(provider.headers, provider.behaviouralHeaders),
    ...(timeScale === null ? {} : { timeScale }),
    ...(provider.practice ? { practiceSettings: practiceSettingsIn(provider.headers) } : {}),
  };
}
