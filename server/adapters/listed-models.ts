import type OpenAI from 'openai';
import type { ListedModels, ListFault } from '@/lib/domain/listed-models';
import { attemptFault } from './attempt-fault';
import { addressRefusal } from './error-causes';
import { addressesFor } from './provider-addresses';
import { connectProvider } from './provider-connection';

/** `GET /models` of an endpoint, through the same guard as every call. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowsLoopback: boolean;
}

const LIST_MS = 10_000;

/** An endpoint that is not kept yet: its connection is closed again. */
export async function listModelsAt(endpoint: Endpoint, signal: AbortSignal): Promise<ListedModels> {
  const settings = {
    ...endpoint,
    ...{ id: 'unsaved', name: new URL(endpoint.baseUrl).host, timeoutMs: LIST_MS, maxAttempts: 1 },
    ...{ concurrency: 1, requestsPerMinute: null, tokensPerMinute: null },
  };
  const connection = connectProvider(settings, addressesFor(endpoint));
  try {
    return await listedModels(connection.client, signal);
  } finally {
    await connection.close();
  }
}

/** Only the first page of a list that has several; an answer of another shape is no list. @throws where the caller hangs up */
export async function listedModels(client: OpenAI, signal: AbortSignal): Promise<ListedModels> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
  try {
    const { data } = await client.models.list({ signal: limit });
    return { ids: data.map(({ id }) => id), fault: null };
  } catch (error) {
    if (signal.aborted) throw error;
    if (limit.aborted) return { ids: [], fault: { kind: 'timedOut', status: null } };
    return { ids: [], fault: faultOf(error) };
  }
}

function faultOf(error: unknown): ListFault {
  if (addressRefusal(error) !== null) return { kind: 'refusedAddress', status: null };
  const found = attemptFault(error, Date.now());
  // Another protocol behind the address: its answer is no list.
  if (found === null) return { kind: 'failed', status: null };
  const { status, sign, cause } = found;
  if (status === 401 || status === 403) return { kind: 'key', status };
  if (status === 404 || status === 405) return { kind: 'notFound', status };
  if (cause.code === 'timedOut') return { kind: 'timedOut', status };
  return { kind: status === null && sign !== null ? 'absent' : 'failed', status };
}
