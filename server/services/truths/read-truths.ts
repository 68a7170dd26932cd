import type { ReadTruthsInput, TruthView } from '@/lib/contracts/truths';
import type { Actor } from '@/lib/domain/actor';
import { MARGIN_DEFAULT } from '@/lib/domain/claim-settings';
import { assertMay } from '@/lib/policy/roles';
import { keepsQuality } from '@/lib/report/claims/keeps-quality';
import { learnedPrompts, type MeasuredPrompt, runGain } from '@/lib/report/claims/run-gain';
import { type TruthFacts, truthSentence } from '@/lib/report/truth-sentence';
import {
  findTruthDiagnoses,
  findTruthExperiments,
  findTruthRuns,
  readRunScopes,
  readTruthEntries,
  type TruthDiagnosisRow,
  type TruthEntry,
  type TruthExperiment,
  type TruthRun,
} from '@/server/repositories/truths';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { scopeOfExperiment } from './experiment-scope';

/** One true sentence for each of these experiments and runs. What is not in the workspace is left out. */
export async function readTruths(actor: Actor, input: ReadTruthsInput): Promise<TruthView[]> {
  assertMay(actor, 'read');
  const [experiments, runs] = await Promise.all([
    findTruthExperiments(actor.workspaceId, input),
    findTruthRuns(actor.workspaceId, input),
  ]);
  const experimentOf = new Map(experiments.map((one) => [one.id, one]));
  const asked = new Set(input.experiments);
  const subjects: readonly Subject[] = [
    ...experiments
      .filter(({ id }) => asked.has(id))
      .map((experiment) => ({ id: experiment.id, experiment, run: spokenOf(experiment.id, runs) })),
    ...input.runs.flatMap((id) => {
      const run = runs.find((one) => one.id === id);
      const experiment = run && experimentOf.get(run.experimentId);
      return run && experiment ? [{ id, experiment, run }] : [];
    }),
  ];
  const known = await readKnown(actor, subjects);
  return subjects.map((subject) => {
    const facts = factsOf(subject, known);
    return {
      subjectId: subject.id,
      runId: subject.run?.id ?? null,
      gain: facts.gain,
      againstSerial: facts.againstSerial,
      ...truthSentence(facts),
    };
  });
}

interface Subject {
  readonly id: string;
  readonly experiment: TruthExperiment;
  /** The run whose numbers are spoken of. */
  readonly run: TruthRun | null;
}

/**
 * Of the runs that have ended, newest first: a parallel run before a comparison point before the serial baseline, since
 * an experiment is about what parallel learning brings; a failed one only where nothing else has ended.
 */
function spokenOf(experimentId: string, runs: readonly TruthRun[]): TruthRun | null {
  const own = runs.filter((run) => run.experimentId === experimentId);
  const ended = own.filter(hasEnded);
  for (const kind of ['combee', 'comparisonPoint', 'serialBaseline']) {
    const newest = ended.find((run) => run.kind === kind);
    if (newest) return newest;
  }
  return own.find(({ status }) => status === 'failed') ?? null;
}

const hasEnded = ({ status }: TruthRun) => status === 'finished' || status === 'stopped';

interface Known {
  readonly entries: readonly TruthEntry[];
  readonly diagnoses: readonly TruthDiagnosisRow[];
  /** By subject. */
  readonly scopes: ReadonlyMap<string, Place | null>;
}

interface Place {
  readonly hash: string;
  readonly hardware: string;
  /** Registered margin of its claims. */
  readonly margin: number;
  readonly practice: boolean;
}

async function readKnown(actor: Actor, subjects: readonly Subject[]): Promise<Known> {
  const runIds = [...new Set(subjects.flatMap(({ run }) => (run ? [run.id] : [])))];
  const ended = subjects.flatMap(({ run }) => (run && hasEnded(run) ? [run.id] : []));
  const runScopes = await readRunScopes(runIds);
  const scopes = await Promise.all(
    subjects.map(async ({ id, experiment, run }) => {
      const scope = run ? runScopes.get(run.id) : await scopeOfExperiment(actor, experiment);
      const place = scope && {
        hash: diagnosisScopeHash(scope),
        hardware: scope.models.serving.hardware,
        margin: scope.evaluation?.margin ?? MARGIN_DEFAULT,
        practice: Object.values(scope.models).some((binding) => binding.practice),
      };
      return [id, place ?? null] as const;
    }),
  );
  const hashes = [...new Set(scopes.flatMap(([, scope]) => (scope ? [scope.hash] : [])))];
  const diagnoses = await findTruthDiagnoses(actor.workspaceId, { hashes, runIds });
  const known = { diagnoses, scopes: new Map(scopes) };
  const serials = subjects.flatMap((subject) => serialOf(subject, diagnosisOf(subject, known)) ?? []);
  return { ...known, entries: await readTruthEntries([...new Set([...ended, ...serials])]) };
}

/** A serial run speaks by its own diagnosis, whatever was found later; everything else by the newest that holds. */
function diagnosisOf({ id, run }: Subject, { diagnoses, scopes }: Omit<Known, 'entries'>) {
  const scope = scopes.get(id) ?? null;
  return (
    diagnoses.find(({ runId }) => runId !== null && runId === run?.id) ??
    diagnoses.find(({ scopeHash }) => scopeHash === scope?.hash) ??
    null
  );
}

/** The serial run that an ended one is held against: the one of the diagnosis. */
function serialOf({ run }: Subject, diagnosis: TruthDiagnosisRow | null): string | null {
  if (run === null || !hasEnded(run) || run.kind === 'serialBaseline') return null;
  return diagnosis?.runId ?? null;
}

function factsOf(subject: Subject, known: Known): TruthFacts {
  const { id, experiment, run } = subject;
  const entriesOf = (runId: string | null | undefined) =>
    known.entries.filter((entry) => entry.runId === runId);
  const own = entriesOf(run?.id);
  const scope = known.scopes.get(id) ?? null;
  const diagnosis = diagnosisOf(subject, known);
  const collapsed = own.find((entry) => entry.type === 'diversity.collapsed');
  return {
    isContaminated: experiment.split.usedToTune === true,
    failure: run?.status === 'failed' ? (run.statusReason ?? 'it gave no reason') : null,
    diagnosis: diagnosis && {
      verdict: diagnosis.verdict as 'go' | 'noGo' | 'undecided',
      finding: findingOf(diagnosis.detail),
    },
    collapsedAt: collapsed ? collapsed.data.iteration + 1 : null,
    gain: runGain(wholeMeasurements(own)),
    againstSerial: keepsQuality(
      wholeMeasurements(own),
      wholeMeasurements(entriesOf(serialOf(subject, diagnosis))),
      scope?.margin ?? MARGIN_DEFAULT,
    ),
    isUnchanged:
      run?.status === 'finished' && run.kind !== 'evaluation' && isUnchanged(wholeMeasurements(own)),
    isSerial: run?.kind === 'serialBaseline',
    hardware: scope?.hardware ?? null,
    practice: run?.practice ?? scope?.practice ?? false,
  };
}

/** What was measured on all of held-out, in order; the first is of the original prompt. */
function wholeMeasurements(entries: readonly TruthEntry[]) {
  return entries.flatMap((entry) =>
    entry.type === 'heldOut.measured' && entry.data.incomplete === undefined ? [entry.data] : [],
  );
}

const isUnchanged = (measured: readonly MeasuredPrompt[]) =>
  measured.length > 0 && learnedPrompts(measured).length === 0;

function findingOf(detail: unknown): string | null {
  const { finding } = (detail ?? {}) as { readonly finding?: unknown };
  return typeof finding === 'string' ? finding : null;
}
