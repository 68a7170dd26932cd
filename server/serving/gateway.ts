import { addressesFor } from '@/server/adapters/provider-addresses';
import { sharedUpstream } from '@/server/adapters/upstream';
import { logOf } from '@/server/observability/log';
import { systemClock } from '@/server/observability/system-clock';
import { readProviderSecret } from '@/server/repositories/provider-secret';
import { readServedModels, readSlotView } from '@/server/repositories/slot-view';
import { type Gateway, makeGateway } from './gateway-handler';
import { type Mirror, makeMirror } from './gateway-mirror';
import type { GatewayTraces } from './gateway-traces';
import { gaugeGatewayTraces, gaugeMirror } from './gauges';
import { lastKnownGood } from './last-known-good';
import { makeMirrorJournal } from './mirror-journal';
import { makeMirrorQueue } from './mirror-queue';
import { type Serving, serving } from './serving';
import { countedGateway } from './serving-metrics';
import { servingPool } from './serving-pool';
import { storedTraces } from './stored-traces';

/** The gateway of one process, made at first use over what already serves flags there. */
interface Kept {
  readonly gateway: Gateway;
  readonly mirror: Mirror;
  readonly traces: GatewayTraces;
}

/** A canary that ended is mirrored no longer than this. */
const VIEW_FRESH_MS = 1_000;
const PROVIDER_FRESH_MS = 5_000;

const onFailure = (err: unknown) =>
  logOf('gateway').warn({ err }, 'Settings cannot be read now; what was known last holds.');

function make(over: Serving): Kept {
  const pool = servingPool();
  const nowMs = systemClock.monotonicMs;
  const mirror = makeMirror({
    queue: makeMirrorQueue(),
    journal: makeMirrorJournal({ pool }),
    clock: systemClock,
  });
  const traces = storedTraces();
  const providers = lastKnownGood({
    read: (name) =>
      readProviderSecret(pool, ...(name.split(' ') as [workspaceId: string, providerId: string])),
    freshMs: PROVIDER_FRESH_MS,
    ...{ nowMs, onFailure },
  });
  const gateway = makeGateway({
    serving: over,
    views: lastKnownGood({
      read: (id) => readSlotView(pool, id),
      freshMs: VIEW_FRESH_MS,
      ...{ nowMs, onFailure },
    }),
    models: lastKnownGood({
      read: (id) => readServedModels(pool, id),
      freshMs: PROVIDER_FRESH_MS,
      ...{ nowMs, onFailure },
    }),
    async upstreamOf(workspaceId, providerId) {
      const provider = await providers.of(`${workspaceId} ${providerId}`);
      return {
        upstream: sharedUpstream(provider, addressesFor(provider)),
        timeoutMs: provider.timeoutMs,
      };
    },
    ...{ mirror, traces },
  });
  gaugeMirror(mirror);
  gaugeGatewayTraces(traces);
  return { gateway: countedGateway(gateway), mirror, traces };
}

const kept = globalThis as typeof globalThis & { waggleGateway?: Kept | undefined };

export function gateway(): Gateway {
  kept.waggleGateway ??= make(serving());
  return kept.waggleGateway.gateway;
}

/** Answers that are still asked for come to their end and are written; for a process that ends, before `closeServing`. */
export async function closeGateway(limitMs: number): Promise<void> {
  const open = kept.waggleGateway;
  kept.waggleGateway = undefined;
  if (open === undefined) return;
  const within = (work: Promise<void>) =>
    Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs).unref())]);
  await within(open.mirror.queue.idle());
  await open.mirror.journal.close();
  await within(open.traces.close());
}
