import * as traceloop from '@traceloop/node-server-sdk';
import OpenAI from 'openai';
import { chatLoop, responsesLoop, runTool } from './openai-loop.mjs';

/** OpenLLMetry's whole SDK as its users set it up: its own exporter, a workflow, and a span for each tool. */
export async function answer({ api, modelUrl, collectorUrl, key, model, system, question }) {
  traceloop.initialize({
    ...{ appName: 'weather-desk', apiKey: key, baseUrl: collectorUrl },
    instrumentModules: { openAI: OpenAI },
  });
  const client = new OpenAI({ baseURL: modelUrl, apiKey: 'k' });
  const run = (name, input) => traceloop.withTool({ name }, () => runTool(name, input));
  const loop = api === 'responses' ? responsesLoop : chatLoop;
  const text = await traceloop.withWorkflow({ name: 'clerk' }, () =>
    loop(client, { model, system, question, run }),
  );
  await traceloop.forceFlush();
  return text;
}
