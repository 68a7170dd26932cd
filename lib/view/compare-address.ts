import type { RunDetailView } from '@/lib/contracts/run-shapes';

/** Where a run is held against others. It does not know whether they can be compared: the page says so. */
export type Comparable = Pick<RunDetailView, 'id' | 'kind' | 'diagnosis'>;

/** Address of a comparison. Without `baseline` the page measures against the serial run, if one is among them. */
export const compareRuns = (ids: readonly string[], baseline: string | null = null): string =>
  `/compare?runs=${[...new Set(ids)].join(',')}${baseline === null ? '' : `&baseline=${baseline}`}`;

/** Against the serial baseline that lets the run scale; where there is none, the list in which one chooses. */
export function compareAddress({ id, kind, diagnosis }: Comparable): string {
  const baseline = kind === 'serialBaseline' ? null : (diagnosis?.runId ?? null);
  return baseline === null || baseline === id ? `/runs?with=${id}` : compareRuns([baseline, id]);
}
