import type { ExampleView } from '@/lib/contracts/datasets';
import { generatorMessages } from '@/lib/methods/ace/prompts/generator';
import type { Api } from './api';
import { readExamples } from './examples';
import { bundledSplit } from './experiments';

/** An application that asks its questions through the gateway, as the bundled Formula set has them. */
interface Application {
  readonly api: Api;
  readonly baseURL: string;
  readonly slotId: string;
}

const AT_ONCE = 12;

/** Asks so many questions, each once, with what is right beside it; answers arrive whole before this returns. */
export async function askThroughGateway(
  { api, baseURL, slotId }: Application,
  count: number,
): Promise<readonly number[]> {
  const { secret } = await api.post<{ secret: string }>(`/api/v1/slots/${slotId}/keys`, {
    use: 'server',
    name: 'The application',
    scopes: ['evaluate', 'ingest'],
  });
  const { datasetId } = await bundledSplit(api);
  const questions = await readExamples(api, { datasetId, most: count });
  const statuses: number[] = [];
  const ask = async () => {
    for (let next = questions.pop(); next !== undefined; next = questions.pop())
      statuses.push(await askOne({ baseURL, secret }, next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return statuses;
}

async function askOne(
  { baseURL, secret }: { readonly baseURL: string; readonly secret: string },
  example: ExampleView,
): Promise<number> {
  const task = { instructions: '', inputShape: '', outputShape: '' };
  const messages = generatorMessages({ task, playbook: '', example, earlierReflection: null });
  const answer = await fetch(`${baseURL}/gateway/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'x-waggle-expected': encodeURIComponent(example.expected),
    },
    body: JSON.stringify({ model: 'practice-task', messages }),
  });
  await answer.text();
  return answer.status;
}
