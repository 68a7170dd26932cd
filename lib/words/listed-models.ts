import type { ListFault } from '@/lib/domain/listed-models';

/** Why there is no list of models, and what a person does about it. `place` is the host, as a person typed it. */
export function listFaultSentence(place: string, { kind, status }: ListFault): string {
  switch (kind) {
    case 'absent':
      return `Nothing answers at ${place}. Start the server there, or correct the address.`;
    case 'timedOut':
      return `${place} sent no list within 10 seconds. Try again, or type the model ids.`;
    case 'key':
      return `${place} does not accept the key (${status}). Correct the key, then fetch again.`;
    case 'notFound':
      return `${place} has no list of models at this address (${status}). The address often ends in /v1; or type the model ids.`;
    case 'refusedAddress':
      return `${place} may not be called from this server. Ask the operator to allow the address.`;
    case 'failed':
      return `${place} sent no list of models${status === null ? '' : ` (${status})`}. Type the model ids instead.`;
  }
}

export const noModelsSentence = (place: string): string =>
  `${place} lists no model. Load one there, or type the model ids.`;
