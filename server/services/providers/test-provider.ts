import type { ProviderTest } from '@/lib/contracts/providers';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import type { LanguageModel, ModelOutcome } from '@/lib/ports/language-model';
import { causeSentence } from '@/lib/words/cause';
import { getProviderRow } from '@/server/repositories/providers';
import { assertNotArchived } from './save-provider';

/** One small real call, so that a wrong key or address shows now and not in a run. Ends after 20 s at the latest. */
const TEST_MS = 20_000;
/** One word needs few; a model that thinks first is refused or cut off below some hundreds. */
const REPLY_TOKENS = 512;

export type OpenModel = (wanted: {
  readonly workspaceId: string;
  readonly providerId: string;
  readonly model: string;
  readonly runId: string;
}) => Promise<LanguageModel>;

export async function testProvider(
  actor: Actor<'administer'>,
  wanted: { readonly providerId: string; readonly model: string | undefined; readonly signal: AbortSignal },
  openModel: OpenModel,
): Promise<ProviderTest> {
  const provider = await getProviderRow(actor.workspaceId, wanted.providerId);
  assertNotArchived(provider);
  const model = wanted.model ?? provider.models[0]?.name;
  if (model === undefined) {
    throw new AppError(
      'INPUT_INVALID',
      'This provider has no model yet: add one, or name the model to try.',
      {
        fields: [{ path: 'model', message: 'Name a model.' }],
      },
    );
  }
  const { workspaceId } = actor;
  const opened = await openModel({ workspaceId, providerId: provider.id, model, runId: 'connection-test' });
  const limit = AbortSignal.timeout(TEST_MS);
  const outcome = await callOnce(opened, AbortSignal.any([wanted.signal, limit])).catch((error: unknown) => {
    if (!limit.aborted) throw error;
    return null;
  });
  if (outcome === null) {
    return {
      ok: false,
      model,
      delayMs: TEST_MS,
      message: `${provider.name} did not answer within 20 seconds.`,
    };
  }
  const message = outcome.ok ? `${provider.name} answers as ${model}.` : causeSentence(outcome.cause);
  return { ok: outcome.ok, model, delayMs: outcome.delayMs, message };
}

function callOnce(model: LanguageModel, signal: AbortSignal): Promise<ModelOutcome> {
  const request = {
    role: 'serving',
    purpose: 'generate',
    messages: [{ role: 'user', content: 'Answer with the single word: ready' }],
    temperature: 0,
    maxTokens: REPLY_TOKENS,
    seed: 1,
    json: false,
    idempotencyKey: `connection-test-${crypto.randomUUID()}`,
  } as const;
  return model.complete(request, signal);
}
