import { Agent, OpenAIProvider, Runner } from '@openai/agents';

/** OpenAI Agents SDK: its model calls go through Waggle, its instructions are the text that Waggle improves. */
export async function answer(job, signal) {
  const { name, openaiBaseUrl, apiKey } = job.model;
  const runner = new Runner({
    modelProvider: new OpenAIProvider({ baseURL: openaiBaseUrl, apiKey }),
    tracingDisabled: true,
  });
  const agent = new Agent({ name: 'solver', model: name, instructions: job.candidate.components.system });
  const { question, context } = job.task.input;
  const result = await runner.run(agent, context === '' ? question : `${context}\n\n${question}`, { signal });
  return String(result.finalOutput);
}
