import type { ModelPreview, PreviewModelsInput } from '@/lib/contracts/provider-preview';
import type { Actor } from '@/lib/domain/actor';
import type { ListedModels } from '@/lib/domain/listed-models';
import { listFaultSentence, noModelsSentence } from '@/lib/words/listed-models';
import { usableModels } from './find-models';
import { type CheckAddress, mayAllowLoopback } from './save-provider';

/** Models of an endpoint before it is kept. Nothing is stored; an endpoint without a list is a result, not an error. */
interface Ports {
  readonly checkAddress: CheckAddress;
  readonly listModelsAt: (endpoint: PreviewModelsInput, signal: AbortSignal) => Promise<ListedModels>;
}

/** @throws AppError ADDRESS_REFUSED as for a provider that is added */
export async function previewModelsOf(
  actor: Actor<'administer'>,
  { endpoint, signal }: { readonly endpoint: PreviewModelsInput; readonly signal: AbortSignal },
  { checkAddress, listModelsAt }: Ports,
): Promise<ModelPreview> {
  const allowsLoopback = mayAllowLoopback(actor, endpoint.baseUrl, endpoint.allowsLoopback);
  if (!allowsLoopback) checkAddress(endpoint.baseUrl);
  const { ids, fault } = await listModelsAt({ ...endpoint, allowsLoopback }, signal);
  const place = new URL(endpoint.baseUrl).host;
  if (fault !== null) return { items: [], problem: listFaultSentence(place, fault) };
  const items = usableModels(ids).map(({ name }) => name);
  return { items, problem: items.length === 0 ? noModelsSentence(place) : null };
}
