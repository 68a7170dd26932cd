import { OpenAI } from 'openai';
import type { AskModel } from '@/lib/environments/appworld/solve-task';

/** A model behind an OpenAI-compatible endpoint, at temperature 0 as in the published runs. */
export interface ModelEndpoint {
  readonly url: string;
  readonly model: string;
  readonly key: string;
}

const TRIES = 3;

export function askEndpoint({ url, model, key }: ModelEndpoint): AskModel {
  const client = new OpenAI({ baseURL: url, apiKey: key, maxRetries: TRIES });
  return async (messages) => {
    const body = { model, messages: [...messages], temperature: 0 };
    const { choices } = await client.chat.completions.create(body).catch((error: unknown) => {
      // The endpoint's own words may quote the conversation.
      if (error instanceof OpenAI.APIError)
        throw new Error(`no answer of the model (status ${error.status ?? 'none'})`);
      throw error;
    });
    return { text: choices[0]?.message.content ?? null };
  };
}
