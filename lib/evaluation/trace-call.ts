import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import type { CallPurpose } from '@/lib/domain/model-role';
import { programBinding } from './program';

/** Training answers of a run that learns from collected traces: they are read, and no model or agent is asked. */
export function isTraceCall({ traces }: Pick<RunManifest, 'traces'>, purpose: CallPurpose): boolean {
  return traces !== undefined && purpose === 'generate';
}

/** A recorded rollout was paid before the run: here its price is zero. */
export function traceBinding(manifest: Pick<RunManifest, 'task' | 'models'>): ModelBinding {
  return {
    ...programBinding(manifest),
    ...{ origin: TRACE_ORIGIN, model: 'a collected trace' },
    ...{ usdPerMillionIn: 0, usdPerMillionOut: 0, usdPerMillionCached: 0 },
  };
}

export const TRACE_ORIGIN = 'collected-trace';
