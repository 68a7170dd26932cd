import { isShadowed, WATCH_SHARE } from '@/lib/canary/bucketing';
import { NOTHING_SAID } from '@/lib/canary/chat-answer';
import {
  asMirrored,
  type ChatRequest,
  hasTools,
  questionOf,
  withServedPrompt,
} from '@/lib/canary/gateway-request';
import type { Flag, ServedPrompt } from '@/lib/domain/flag';
import { SCORED_WITHOUT_EXPECTED } from '@/lib/domain/scoring';
import { AppError } from '@/lib/errors/app-error';
import type { Clock } from '@/lib/ports/clock';
import type { Upstream } from '@/server/adapters/upstream';
import { logOf } from '@/server/observability/log';
import { metrics } from '@/server/observability/metrics';
import type { MirroringCanary, ServedModel, SlotView } from '@/server/repositories/slot-view';
import { callForSide, type Side } from './gateway-call';
import type { MirrorJournal } from './mirror-journal';
import type { MirrorQueue, Ticket } from './mirror-queue';

/**
 * The second answer to a request, behind the back of the first: decided when the request comes in, asked for in the
 * background, journaled with the first once both are known. A second answer that fails or is late is lost and counts
 * as such; nothing that happens here reaches the caller.
 */
export interface Mirror {
  /** The canaries that this request is for. */
  choose(asked: MirrorAsked): readonly Mirroring[];
  readonly queue: MirrorQueue;
  readonly journal: MirrorJournal;
}

export interface MirrorAsked {
  readonly flag: Flag;
  readonly view: SlotView;
  readonly served: ServedPrompt | null;
  readonly request: ChatRequest;
  readonly requestId: string;
  /** Expected answer, if the caller knows it. */
  readonly expected: string | null;
  readonly bytes: number;
}

export interface Mirroring {
  readonly canary: MirroringCanary;
  /** Asks the other prompt, and journals both answers once this one is known too. Never rejects. */
  start(start: MirrorStart): void;
}

export interface MirrorStart {
  readonly exposureId: string;
  /** Hashes: of the request, and of the conversation where the caller said which. */
  readonly pairKey: string;
  readonly cluster: string | null;
  readonly atMs: number;
  /** The caller's answer. */
  readonly answered: Promise<Side>;
  /** Whose model the other prompt asks. */
  readonly reach: (prompt: ServedPrompt | null) => Promise<{
    readonly upstream: Upstream;
    readonly model: ServedModel & { readonly model: string };
    readonly timeoutMs: number;
  }>;
}

interface Ports {
  readonly queue: MirrorQueue;
  readonly journal: MirrorJournal;
  readonly clock: Clock;
}

/** Longer than this no second answer is waited for. */
const LATE_MS = 120_000;
/** A request larger than this is answered once only. */
const BYTES_MAX = 1_000_000;
const HOUR_MS = 3_600_000;
const KEPT_HOURS = { least: 1, most: 72 } as const;

export function makeMirror({ queue, journal, clock }: Ports): Mirror {
  const choose = (asked: MirrorAsked): readonly Mirroring[] => {
    const { view, request, bytes } = asked;
    if (view.canaries.length === 0 || bytes > BYTES_MAX || !journal.hasRoom) return [];
    if (hasTools(request) && !view.mirrorsTools) return [];
    return view.canaries
      .filter((canary) => wants(canary, asked, clock.nowMs()))
      .flatMap((canary) => {
        const ticket = queue.admit(bytes);
        if (ticket === null) metrics().mirrored.inc({ outcome: 'noRoom' });
        return ticket
          ? [{ canary, start: (start: MirrorStart) => void carry({ ticket, canary, asked, start }) }]
          : [];
      });
  };

  async function carry(carried: Carried): Promise<void> {
    const { ticket, canary, asked, start } = carried;
    try {
      const [answered, other] = await Promise.all([start.answered, ticket.run(() => ask(carried))]);
      const [incumbent, challenger] = canary.stage === 'shadow' ? [answered, other] : [other, answered];
      const { exposureId, pairKey, cluster, atMs } = start;
      const hours = Math.min(KEPT_HOURS.most, Math.max(KEPT_HOURS.least, canary.plan.outcomeWindowHours));
      journal.add({
        ...{ exposureId, pairKey, cluster, atMs, canaryId: canary.id, stage: canary.stage },
        texts: {
          ...questionOf(asked.request.messages),
          ...{ expected: asked.expected, incumbent: incumbent.text, challenger: challenger.text },
        },
        incumbent: measured(incumbent),
        challenger: measured(challenger),
        keepUntilMs: atMs + hours * HOUR_MS,
      });
      metrics().mirrored.inc({ outcome: 'kept' });
    } catch (err) {
      metrics().mirrored.inc({ outcome: 'broken' });
      logOf('gateway').error({ err, canaryId: canary.id }, 'A mirrored request broke and is not counted.');
    } finally {
      ticket.release();
    }
  }

  async function ask({ canary, asked, start }: Carried): Promise<Side> {
    const { mirror } = canary;
    const reached = await start.reach(mirror).catch((error: unknown) => {
      if (!AppError.is(error)) throw error;
      return null;
    });
    // A prompt whose model has no provider gives no answer, in production as here.
    if (reached === null) return NO_PROVIDER;
    const { upstream, model, timeoutMs } = reached;
    const joined = mirror === null ? asked.request : withServedPrompt(asked.request, mirror, model.model);
    const body = JSON.stringify(asMirrored({ ...joined, model: model.model }));
    const signal = AbortSignal.timeout(Math.min(timeoutMs, LATE_MS));
    return callForSide({ upstream, model, body, isStream: false, clock, signal });
  }

  return { choose, queue, journal };
}

interface Carried {
  readonly ticket: Ticket;
  readonly canary: MirroringCanary;
  readonly asked: MirrorAsked;
  readonly start: MirrorStart;
}

/**
 * Only an answer by the prompt that the canary compares with (callers in a live step see another one), while the
 * stage is open, and only where an evaluator can score both.
 */
function wants(
  canary: MirroringCanary,
  { flag, served, requestId, expected }: MirrorAsked,
  nowMs: number,
): boolean {
  const { stage, scoring, plan, mirror, openUntilMs } = canary;
  const isWatch = stage === 'watch';
  if (nowMs >= openUntilMs || flag.live?.promptId !== served?.promptId) return false;
  if (isWatch && (mirror === null || served?.promptId !== canary.challengerId)) return false;
  if (scoring === null || (!SCORED_WITHOUT_EXPECTED.includes(scoring) && expected === null)) return false;
  return isShadowed(canary.id, requestId, isWatch ? WATCH_SHARE : plan.share);
}

const NO_PROVIDER: Side = {
  ...{ text: '', failure: 'noProvider', message: NOTHING_SAID },
  ...{ latencyMs: null, costUsd: null, usage: null },
};

const measured = ({ latencyMs, costUsd, failure }: Side) => ({ latencyMs, costUsd, failure });
