import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

/** Vercel AI SDK: its model calls go through Waggle, its instructions are the text that Waggle improves. */
export async function answer(job, signal) {
  const { name, openaiBaseUrl, apiKey } = job.model;
  const openai = createOpenAI({ baseURL: openaiBaseUrl, apiKey });
  const { question, context } = job.task.input;
  const { text } = await generateText({
    model: openai(name),
    instructions: job.candidate.components.system,
    prompt: context === '' ? question : `${context}\n\n${question}`,
    abortSignal: signal,
  });
  return text;
}
