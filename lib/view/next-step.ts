import type { RunView } from '@/lib/contracts/run-shapes';
import type { TruthKind } from '@/lib/domain/truth';
import { compareRuns } from './compare-address';

/** The most useful press after a run: a verb with its object, and the page where it is done. */
export interface NextStep {
  readonly label: string;
  readonly href: string;
}

type Ended = Pick<RunView, 'id' | 'experimentId' | 'kind' | 'status'>;

interface Known {
  /** Examples for a confirmation are there and unopened. */
  readonly hasSealedExamples: boolean;
  /** The serial run that it is measured against; null where there is none. */
  readonly serialRunId: string | null;
}

/** Decides nothing: each page still asks the rules that allow or refuse the step. */
export function nextStep(run: Ended, kind: TruthKind | undefined, known: Known): NextStep {
  const ofRun = `/runs/${run.id}`;
  const ofExperiment = `/experiments/${run.experimentId}`;
  if (run.status !== 'finished') return { label: 'Read the cause', href: ofRun };
  switch (kind) {
    case 'contaminated':
    case 'inDoubt':
    case 'failed':
      return { label: 'Read the cause', href: ofRun };
    case 'collapsed':
    case 'worse':
    case 'notDistinguishable':
    case 'unchanged':
      return { label: 'Change the experiment', href: ofExperiment };
    case 'belowSerial':
    case 'serialUndecided':
      return known.serialRunId === null
        ? { label: 'Open the run', href: ofRun }
        : { label: 'Compare the runs', href: compareRuns([known.serialRunId, run.id]) };
    case 'noPlateau':
    case 'plateauNotAbove':
    case 'undecided':
      return { label: 'Open the experiment', href: ofExperiment };
    case 'go':
      return { label: 'Start a parallel run', href: ofExperiment };
    case 'gain':
      if (run.kind === 'serialBaseline') return { label: 'Start a parallel run', href: ofExperiment };
      return known.hasSealedExamples
        ? { label: 'Confirm the gain', href: ofRun }
        : { label: 'Promote the prompt', href: ofRun };
    default:
      return { label: 'Open the run', href: ofRun };
  }
}
