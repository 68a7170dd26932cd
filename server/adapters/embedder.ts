import { z } from 'zod';
import { AppError } from '@/lib/errors/app-error';
import type { Embedder } from '@/lib/ports/embedder';
import { ReplyUnreadable } from './attempt-fault';
import { attemptRepeatedly } from './attempt-loop';
import type { ModelAddress } from './openai-model';
import type { ProviderConnection } from './provider-connection';

/** Embeddings of an OpenAI-compatible endpoint, as unit vectors. One request for at most 100 texts. */
const TEXTS_A_REQUEST = 100;

const reply = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) });

export function openaiEmbedder(connection: ProviderConnection, address: ModelAddress): Embedder {
  return {
    id: `${connection.settings.name}/${address.model}`,
    async embed(texts) {
      const vectors: (readonly number[])[] = [];
      for (let from = 0; from < texts.length; from += TEXTS_A_REQUEST) {
        vectors.push(...(await embedSome(connection, address, texts.slice(from, from + TEXTS_A_REQUEST))));
      }
      // An empty text has no direction; providers refuse it or make one up.
      return vectors.map((vector, index) => (texts[index] === '' ? vector.map(() => 0) : unit(vector)));
    },
  };
}

async function embedSome(
  { client, settings, limiter, health, knock, ticker }: ProviderConnection,
  { model, runId, patience }: ModelAddress,
  texts: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const plan = {
    limiter,
    health,
    knock,
    patience,
    ticker,
    runId,
    key: `embed/${characters}/${texts.length}`,
    estimatedTokens: Math.ceil(characters / 4),
    maxAttempts: settings.maxAttempts,
    totalMs: settings.timeoutMs * settings.maxAttempts,
  };
  const result = await attemptRepeatedly(plan, async () => {
    const input = texts.map((text) => (text === '' ? ' ' : text));
    const parsed = reply.safeParse(
      await client.embeddings.create({ model, input, encoding_format: 'float' }),
    );
    if (!parsed.success || parsed.data.data.length !== texts.length) {
      throw new ReplyUnreadable('no embeddings in the reply', plan.estimatedTokens, 0);
    }
    const inOrder = parsed.data.data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    return { value: inOrder, tokens: plan.estimatedTokens };
  });
  if (result.ok) return result.value;
  throw new AppError(
    'MODEL_UNAVAILABLE',
    `The embedding model ${model} failed: ${result.fault.cause.message}`,
  );
}

function unit(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((component) => component / length);
}
