import { flagKeyOf } from '@/lib/canary/ofrep';
import type { CanaryPlan } from '@/lib/domain/canary';
import type { Flag, ServedPrompt } from '@/lib/domain/flag';
import { AppError } from '@/lib/errors/app-error';
import { openUpstream } from '@/server/adapters/upstream';
import { systemClock } from '@/server/observability/system-clock';
import type { MirroredRequest } from '@/server/repositories/mirrored-requests';
import type { MirroringCanary, SlotView } from '@/server/repositories/slot-view';
import { makeExposureIds } from '../exposure-id';
import { type GatewayParts, makeGateway } from '../gateway-handler';
import { makeMirror } from '../gateway-mirror';
import { lastKnownGood } from '../last-known-good';
import { MIRROR_LIMITS, type MirrorLimits, makeMirrorQueue } from '../mirror-queue';
import type { Serving } from '../serving';
import { makeServingLimits } from '../serving-limits';
import { makeStreamTickets } from '../stream-ticket';

/** A gateway over a provider of a test's own, with everything that would come from Postgres at hand. */
export const KEY = 'wgl_test';
const SECRET = 'a secret of tests, thirty-two characters or more';

export const prompt = (name: string, more: Partial<ServedPrompt> = {}): ServedPrompt => ({
  ...{ promptId: `spr_${name}`, version: 3, sha256: name.padEnd(64, '0'), text: `You are ${name}.` },
  ...{ model: 'stub', params: {} },
  ...more,
});

const flag: Flag = {
  kind: 'rehearsal',
  ...{ slotId: 'slt_1', slug: 'router', previous: null, split: null, isReverted: false },
  ...{ live: prompt('incumbent'), configVersion: 1 },
};

export const canary = (more: Partial<MirroringCanary> = {}): MirroringCanary => ({
  stage: 'shadow',
  ...{ id: 'cny_1', mirror: prompt('challenger'), challengerId: 'spr_challenger' },
  ...{ openUntilMs: Number.MAX_SAFE_INTEGER, scoring: 'judge' },
  plan: { share: 1, outcomeWindowHours: 24 } as CanaryPlan,
  ...more,
});

export interface BenchSpec {
  readonly url: string;
  readonly flag?: Partial<Flag>;
  readonly canaries?: readonly MirroringCanary[];
  readonly view?: Partial<SlotView>;
  readonly timeoutMs?: number;
  readonly perMinute?: number;
  readonly limits?: Partial<MirrorLimits>;
  readonly hasRoom?: boolean;
  /** Keeps requests as traces; left out: none is kept. */
  readonly traces?: GatewayParts['traces'];
  /** Takes who is noted as a caller of a live step. */
  readonly noted?: object[];
  readonly scopes?: readonly ('evaluate' | 'ingest' | 'rollback')[];
}

export function gatewayOver(spec: BenchSpec) {
  const kept: MirroredRequest[] = [];
  const counted: object[] = [];
  const serving = servingOver(spec, counted);
  const queue = makeMirrorQueue({ ...MIRROR_LIMITS, ...spec.limits });
  const journal = {
    ...{ add: (request: MirroredRequest) => void kept.push(request), waiting: 0 },
    ...{ hasRoom: spec.hasRoom ?? true, flush: async () => undefined, close: async () => undefined },
  };
  const view: SlotView = {
    ...{ providerId: null, model: null, mirrorsTools: false, traceShare: 0, canaries: spec.canaries ?? [] },
    ...spec.view,
  };
  const at = <T>(value: T) =>
    lastKnownGood({ read: async () => value, freshMs: 1e9, nowMs: () => 0, onFailure: () => undefined });
  const upstream = openUpstream(
    {
      id: 'prv_1',
      baseUrl: spec.url,
      apiKey: 'sk-provider',
      headers: {},
      timeoutMs: spec.timeoutMs ?? 5_000,
    },
    ['127.0.0.1'],
  );
  const gateway = makeGateway({
    serving,
    views: at(view),
    models: at([{ providerId: 'prv_1', model: 'stub', usdPerMillionIn: 1, usdPerMillionOut: 10 }]),
    upstreamOf: async () => ({ upstream, timeoutMs: spec.timeoutMs ?? 5_000 }),
    mirror: makeMirror({ queue, journal, clock: systemClock }),
    traces: spec.traces ?? { choose: () => null },
  });
  return { gateway, ids: serving.exposureIds, kept, counted, queue, close: () => upstream.close() };
}

/** One slot, and one key of it. */
export function servingOver(spec: BenchSpec, counted: object[] = []): Serving {
  const own = { ...flag, ...spec.flag };
  const flags = {
    ...{ configVersion: 1, changedAtMs: 0 },
    byKey: new Map([[flagKeyOf(own), own]]),
    bySlot: new Map([[own.slotId, own]]),
  };
  return {
    keys: { actorOf: async (secret) => actorOf(secret, spec.scopes ?? ['evaluate', 'ingest']) },
    limits: makeServingLimits({ perMinute: spec.perMinute ?? 1_000 }),
    store: { flagsOf: async () => flags, flagsSince: async () => flags } as never,
    counts: { count: (one: object) => void counted.push(one) } as never,
    stepCallers: { note: (one: object) => void spec.noted?.push(one) } as never,
    exposureIds: makeExposureIds(SECRET),
    tickets: makeStreamTickets(SECRET),
    streams: undefined as never,
    clock: systemClock,
  };
}

function actorOf(secret: string, scopes: NonNullable<BenchSpec['scopes']>) {
  if (secret !== KEY) throw new AppError('KEY_INVALID', 'This key is not known.');
  const slotKey = { slotId: 'slt_1', scopes, isBrowser: false, origins: [] };
  const actor = { workspaceId: 'wsp_1', role: 'viewer', name: 'key test', via: 'key', userId: null } as const;
  return { ...actor, keyId: 'key_1', slotKey };
}

export function asking(
  body: object,
  {
    headers = {},
    signal,
    key = KEY,
  }: { headers?: Record<string, string>; signal?: AbortSignal; key?: string } = {},
): Request {
  return new Request('http://serving.test/gateway/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

export const QUESTION = { model: 'ignored', messages: [{ role: 'user', content: 'What is 6 x 7?' }] };
