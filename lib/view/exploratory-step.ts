import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';

/**
 * The next step from an exploratory run towards a prompt that can go live:
 *
 *     no diagnosis     a serial baseline, which gets one
 *     undecided        more serial examples, from the page of the experiment
 *     go               a Combee run, on the same sample of traces where the run read one
 *     no-go            none: the diagnosis names the alternatives
 */
export type ExploratoryStep =
  | { readonly kind: 'serialBaseline' }
  | { readonly kind: 'moreSerial' }
  | { readonly kind: 'combee'; readonly traceSampleId: string | undefined };

type Explored = Pick<RunDetailView, 'kind' | 'status' | 'manifest' | 'diagnosis' | 'archivedAt'>;

/** Null = no step, as while the run is in progress. */
export function exploratoryStep(run: Explored): ExploratoryStep | null {
  if (run.kind !== 'exploratory' || !isEnded(run.status) || run.archivedAt !== null) return null;
  const { traces } = run.manifest as unknown as Pick<RunManifest, 'traces'>;
  switch (run.diagnosis?.verdict) {
    case undefined:
      return { kind: 'serialBaseline' };
    case 'undecided':
      return { kind: 'moreSerial' };
    case 'go':
      return { kind: 'combee', traceSampleId: traces?.sampleId };
    case 'noGo':
      return null;
  }
}
