import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';

/** LangGraph: its model calls go through Waggle, its prompt is the text that Waggle improves. */
export async function answer(job, signal) {
  const { name, openaiBaseUrl, apiKey } = job.model;
  const llm = new ChatOpenAI({ model: name, apiKey, configuration: { baseURL: openaiBaseUrl } });
  const agent = createReactAgent({ llm, tools: [], prompt: job.candidate.components.system });
  const { question, context } = job.task.input;
  const content = context === '' ? question : `${context}\n\n${question}`;
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content }] }, { signal });
  return String(messages.at(-1).content);
}
