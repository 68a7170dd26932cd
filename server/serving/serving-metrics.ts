import { Gauge } from 'prom-client';
import { admitScraper } from '@/server/http/metrics-door';
import { metrics } from '@/server/observability/metrics';
import { type Answer, type Asking, jsonAnswer } from './exchange';
import type { FlagStore } from './flag-store';
import type { Gateway } from './gateway-handler';
import type { Mirror } from './gateway-mirror';
import type { Serving } from './serving';

/**
 * What only a process that serves can say of itself: gauges that are read when somebody asks, the page of all that it
 * counts, and whether it is there. Knows nothing of other processes.
 */
interface Gauged {
  readonly name: string;
  readonly help: string;
  read(): number;
}

const MS_PER_S = 1000;

export function gaugeServing({ counts, store, streams }: Serving): void {
  gauge({
    name: 'waggle_exposure_rows_waiting',
    help: 'Rows of counted exposures that are not written yet',
    read: () => counts.waiting,
  });
  gauge({
    name: 'waggle_flags_unconfirmed_seconds',
    help: 'Since the database last said that the flags in memory are the newest',
    read: () => store.unconfirmedMs / MS_PER_S,
  });
  gauge({
    name: 'waggle_flag_streams_open',
    help: 'Clients that listen for changes of flags',
    read: () => streams.openCount,
  });
}

export function gaugeMirror({ queue, journal }: Mirror): void {
  gauge({
    name: 'waggle_mirrored_under_way',
    help: 'Requests that another prompt answers now or soon',
    read: () => queue.underWay,
  });
  gauge({
    name: 'waggle_mirrored_waiting',
    help: 'Requests with both answers that are not written yet',
    read: () => journal.waiting,
  });
}

/** The same gateway, with its calls counted by their status. */
export function countedGateway(gateway: Gateway): Gateway {
  return {
    models: gateway.models,
    async chat(asking) {
      const response = await gateway.chat(asking);
      metrics().gatewayCalls.inc({ status: String(response.status) });
      return response;
    },
  };
}

export async function answerServingMetrics(asking: Asking): Promise<Answer> {
  await admitScraper(asking);
  const { registry } = metrics();
  const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
  return { status: 200, headers, body: await registry.metrics() };
}

/** While the database is away, what was known last is served: that is health, and its age is said. */
export function answerServingHealth({ isFresh, unconfirmedMs }: FlagStore): Answer {
  const flags = { isFresh, unconfirmedSeconds: Math.round(unconfirmedMs / MS_PER_S) };
  return jsonAnswer(200, { status: 'serving', flags }, { 'cache-control': 'no-store' });
}

function gauge({ name, help, read }: Gauged): void {
  const { registry } = metrics();
  // A process that opens its serving anew has one gauge all the same.
  registry.removeSingleMetric(name);
  new Gauge({
    ...{ name, help, registers: [registry] },
    collect() {
      this.set(read());
    },
  });
}
