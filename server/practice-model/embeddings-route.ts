import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';
import { estimateTokens } from './chat-protocol';
import { HttpFault, parseJson, readBody, sendJson } from './http-exchange';

/**
 * One unit vector a text, in the order of the texts, by the product's own offline embedder: near-copies are near,
 * meaning is not seen. Answered without a delay.
 */
const embeddingsRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1).max(2048)]),
  dimensions: z.number().int().min(8).max(512).optional(),
  encoding_format: z.enum(['float', 'base64']).optional(),
});

const EMBEDDINGS_BYTES_MAX = 16 * 2 ** 20;

export async function handleEmbeddings(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parsed = embeddingsRequest.safeParse(parseJson(await readBody(request, EMBEDDINGS_BYTES_MAX)));
  if (!parsed.success) {
    throw new HttpFault(400, 'invalid_request', 'Send a model and one text or up to 2048 texts as input.');
  }
  const { model, input, dimensions, encoding_format: encoding } = parsed.data;
  const texts = typeof input === 'string' ? [input] : input;
  const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  sendJson(response, 200, {
    object: 'list',
    model,
    data: texts.map((text, index) => {
      const vector = shortened(hashedNgramVector(text), dimensions);
      const written =
        encoding === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;
      return { object: 'embedding', index, embedding: written };
    }),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

/** The first places, scaled to length 1 again. */
function shortened(vector: readonly number[], dimensions: number | undefined): readonly number[] {
  if (dimensions === undefined || dimensions >= vector.length) return vector;
  const head = vector.slice(0, dimensions);
  const length = Math.hypot(...head);
  return length === 0 ? head : head.map((value) => value / length);
}
