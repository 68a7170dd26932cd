import * as aiSdk from './ai-sdk.mjs';
import * as anthropicTools from './anthropic-tools.mjs';
import * as openaiAgents from './openai-agents.mjs';

/**
 * Agents on unmodified SDKs, by name.
 * @type {Readonly<Record<string, (job: import('./clerk.mjs').Job, options: { stream: boolean }) => Promise<string>>>}
 */
export const AGENTS = {
  'openai-agents': openaiAgents.answer,
  'ai-sdk-openai': (job, options) => aiSdk.answer(job, { ...options, provider: 'openai' }),
  'ai-sdk-anthropic': (job, options) => aiSdk.answer(job, { ...options, provider: 'anthropic' }),
  'anthropic-tools': anthropicTools.answer,
};
