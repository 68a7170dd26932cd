import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { JsonValue } from '@/lib/domain/json';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Asker } from '@/lib/engine/calls/ask';
import type { Lanes } from '@/lib/engine/calls/lanes';
import type { Amount, BudgetKeeper } from '@/lib/engine/limits/budget';
import type { Deadline } from '@/lib/engine/limits/deadline';
import { RunInterrupted } from '@/lib/engine/run-interrupted';
import type { AnswerInput, Ask, AskRequest, MapInput, Method } from '@/lib/methods/method';
import type { Journal } from '@/lib/ports/journal';
import type { RolloutOrder, RolloutSpread } from '@/lib/ports/rollout-spread';
import { adoptedAmount, grantOf, rolloutPlace } from './rollout-place';

/**
 * The method as a run with spread rollouts sees it: where a rollout would ask what the journal does not hold, it is
 * first carried by another worker, and the same code then walks on the answers that came. So the result is that of an
 * unspread run on the same answers, a replay sends nothing out, and what a helper left unasked is asked here.
 *
 * A rollout that is away takes one lane, since it has one call in flight at a time, and its grant from the caps: the
 * caps of the run hold over all workers together. Knows nothing of queues.
 */
export interface SpreadParts {
  readonly manifest: RunManifest;
  readonly method: Method;
  readonly spread: RolloutSpread;
  readonly journal: Journal;
  readonly asker: Asker;
  readonly budget: BudgetKeeper;
  readonly lanes: Lanes;
  readonly deadline: Deadline;
  readonly startedAtMs: number;
  readonly signal: AbortSignal;
}

export type SpreadMethod = (iteration: number) => Method;

export function spreadMethod(parts: SpreadParts): SpreadMethod {
  const { method } = parts;
  return (iteration) => ({
    ...method,
    answer(input) {
      // Another answer inside a training example is a part of its map, which is carried as a whole.
      if (input.purpose !== 'evaluate') return method.answer(input);
      return method.answer({ ...input, ask: carriedAsk(parts, { iteration, purpose: 'evaluate' }, input) });
    },
    mapExample: (input) =>
      method.mapExample({
        ...input,
        ask: carriedAsk(parts, { iteration, purpose: 'generate' }, input),
      }),
  });
}

type Given = AnswerInput | MapInput;
type Kind = Pick<RolloutOrder, 'iteration' | 'purpose'>;

/**
 * Sends the rollout away at its first unanswered question, once. An answer that another run has paid
 * for is taken here, unless a program has yet to score it: programs are what a second worker brings.
 */
function carriedAsk(parts: SpreadParts, kind: Kind, input: Given): Ask {
  let carried: Promise<void> | undefined;
  return async (request) => {
    const asked = kind.purpose === 'evaluate' ? { ...request, measures: input.candidate.hash } : request;
    const isHere = carried === undefined && (await isAnsweredHere(parts, kind.iteration, asked));
    if (!isHere) {
      carried ??= carryElsewhere(parts, kind, input);
      await carried;
    }
    return input.ask(request);
  };
}

async function isAnsweredHere(
  { asker, manifest }: SpreadParts,
  iteration: number,
  request: AskRequest,
): Promise<boolean> {
  const by = await asker.answeredBy(iteration, request);
  return by === 'journal' || (by === 'cache' && manifest.task.scoring.kind !== 'command');
}

async function carryElsewhere(parts: SpreadParts, kind: Kind, input: Given): Promise<void> {
  const { lanes, budget, manifest, signal } = parts;
  await lanes.acquire();
  try {
    if (signal.aborted) throw new RunInterrupted();
    const ceiling = grantOf(manifest, { ...kind, ...input });
    const reservation = await budget.reserve(ceiling);
    // No room for the whole of it: its calls are asked here, each with a reservation of its own.
    if (reservation === null) return;
    let used: Amount = ceiling; // until the journal says what it was
    try {
      if (signal.aborted) throw new RunInterrupted();
      const order = orderOf(parts, kind, { ...input, ceiling });
      const end = await parts.spread.carry(order);
      const adopted = await parts.journal.adopt?.(rolloutPlace(order));
      if (adopted) used = adoptedAmount(manifest, adopted);
      if (end === 'interrupted') throw new RunInterrupted();
    } finally {
      reservation.settle(used);
    }
  } finally {
    lanes.release();
  }
}

interface Ordered {
  readonly candidate: Candidate;
  readonly example: Example;
  readonly ordinal: number;
  readonly ceiling: Amount;
}

function orderOf(
  { manifest, deadline, startedAtMs }: SpreadParts,
  kind: Kind,
  { candidate, example, ordinal, ceiling, ...input }: Ordered,
): RolloutOrder {
  const { budget } = manifest;
  const capped = (name: keyof Amount) => ((budget[name] ?? null) === null ? null : ceiling[name]);
  const reserveMs = kind.purpose === 'generate' ? deadline.reserveMs : 0;
  return {
    ...kind,
    ordinal,
    candidate,
    exampleId: example.id,
    extra: extraOf(input),
    grant: {
      rollouts: capped('rollouts'),
      tokens: capped('tokens'),
      usd: capped('usd'),
      gpuSeconds: capped('gpuSeconds'),
      untilMs: budget.wallMs === null ? null : startedAtMs + budget.wallMs - reserveMs,
    },
  };
}

/** Whatever else a method is given with an example: plain data, or it could not be journaled either. */
function extraOf(input: object): RolloutOrder['extra'] {
  const known = ['manifest', 'ask', 'score', 'purpose'];
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !known.includes(name)) as [string, JsonValue | undefined][],
  );
}
