import type { DescribedCall } from '@/lib/engine/calls/describe-call';
import type { LaneRank, Lanes } from '@/lib/engine/calls/lanes';
import { callKeyText } from '@/lib/ports/journal';
import type { Departure, Dispatcher } from './dispatcher';

/**
 * How a call comes by its lane: as soon as one is free, or when the dispatch policy lets it go. Either way the caller
 * holds a lane afterwards, which it must release.
 */
export type Depart = (call: DescribedCall, cut?: AbortSignal, rank?: LaneRank) => Promise<Departed>;

export interface Departed {
  /** Resolves when the decision to send is durable (rulings J1); waited for beside the journal's own writing. */
  written(): Promise<void>;
}

/** The call was not sent, because its iteration was cut short for a candidate of higher priority. Not an error. */
export class CallCut extends Error {
  constructor() {
    super('The iteration was cut short before this call was sent.');
    this.name = 'CallCut';
  }
}

export function assertNotCut(cut: AbortSignal | undefined): void {
  if (cut?.aborted) throw new CallCut();
}

const WRITTEN: Departed = { written: () => Promise.resolve() };

export function departures(lanes: Lanes, dispatcher: Dispatcher | undefined): Depart {
  return async (call, cut, rank) => {
    assertNotCut(cut);
    // A call behind all others waits for no batch.
    if (dispatcher && rank !== 'behind') return departedWith(await dispatcher.enter(enteringOf(call, cut)));
    await lanes.acquire(rank);
    return WRITTEN;
  };
}

/** Bytes a token, about right for English; only the packing of batches depends on it, never a cap. */
const BYTES_PER_TOKEN = 4;

function enteringOf({ key, promptBytes, binding }: DescribedCall, cut: AbortSignal | undefined) {
  const promptTokens = Math.ceil(promptBytes / BYTES_PER_TOKEN);
  const tokens = promptTokens + binding.maxTokens;
  return { iteration: key.iteration, key: callKeyText(key), promptTokens, tokens, cut };
}

function departedWith({ logged }: Departure): Departed {
  return {
    async written() {
      const failed = await logged;
      if (failed !== null) throw failed.fault;
    },
  };
}
