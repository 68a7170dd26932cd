import { Gauge } from 'prom-client';
import { metrics } from '@/server/observability/metrics';
import type { ExposureCounts } from './exposure-counts';
import type { FlagStore } from './flag-store';
import type { GatewayTraces } from './gateway-traces';
import type { MirrorJournal } from './mirror-journal';
import type { MirrorQueue } from './mirror-queue';
import type { RefetchStreams } from './refetch-stream';
import type { StepCallers } from './step-callers';

/** Metric that only a serving process knows, read when its metrics are requested. */
interface Gauged {
  readonly name: string;
  readonly help: string;
  read(): number;
}

const MS_PER_S = 1000;

interface ServingParts {
  readonly counts: ExposureCounts;
  readonly stepCallers: StepCallers;
  readonly store: FlagStore;
  readonly streams: RefetchStreams;
}

export function gaugeServing({ counts, stepCallers, store, streams }: ServingParts): void {
  gauge({
    name: 'waggle_exposure_rows_waiting',
    help: 'Rows of counted exposures that are not written yet',
    read: () => counts.waiting,
  });
  gauge({
    name: 'waggle_step_callers_waiting',
    help: 'Callers of live steps that are not written yet',
    read: () => stepCallers.waiting,
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

interface MirrorParts {
  readonly queue: MirrorQueue;
  readonly journal: MirrorJournal;
}

export function gaugeMirror({ queue, journal }: MirrorParts): void {
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

export function gaugeGatewayTraces(traces: Pick<GatewayTraces, 'underWay'>): void {
  gauge({
    name: 'waggle_gateway_traces_under_way',
    help: 'Requests of slots that are answered or wait to be stored as traces',
    read: () => traces.underWay,
  });
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
