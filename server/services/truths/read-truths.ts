import type { ReadTruthsInput, TruthView } from '@/lib/contracts/truths';
import type { Actor } from '@/lib/domain/actor';
import { MARGIN_DEFAULT } from '@/lib/domain/claim-settings';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { keepsQuality } from '@/lib/report/claims/keeps-quality';
import { qualitySentence } from '@/lib/report/claims/quality-words';
import { learnedPrompts, type MeasuredPrompt, runGain } from '@/lib/report/claims/run-gain';
import { baselineAmong, type Compared } from '@/lib/report/comparability';
import type { LearningTimes } from '@/lib/report/learning-times';
import { type TruthFacts, truthSentence } from '@/lib/report/truth-sentence';
import {
  findTruthBaselines,
  findTruthDiagnoses,
  findTruthExperiments,
  findTruthRuns,
  type RunScope,
  readRunScopes,
  readTruthEntries,
  type TruthBaseline,
  type TruthDiagnosisRow,
  type TruthEntry,
  type TruthExperiment,
  type TruthRun,
} from '@/server/repositories/truths';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { readScoreDoubts } from '@/server/services/runs/score-doubts';
import { scopeOfExperiment } from './experiment-scope';
import { lostForTime } from './lost-for-time';

/** One true sentence for each of these experiments and runs. What is not in the workspace is left out. */
export async function readTruths(actor: Actor<'read'>, input: ReadTruthsInput): Promise<TruthView[]> {
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
  return Promise.all(subjects.map((subject) => truthOf(subject, known)));
}

async function truthOf(subject: Subject, known: Known): Promise<TruthView> {
  const facts = factsOf(subject, known);
  const { gain, againstSerial } = facts;
  const times = againstSerial?.answer === 'fails' ? await timesOf(subject, known) : null;
  return {
    subjectId: subject.id,
    runId: subject.run?.id ?? null,
    gain,
    againstSerial: againstSerial && { ...againstSerial, sentence: qualitySentence(againstSerial, times) },
    ...truthSentence({ ...facts, times }),
  };
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
  /** By run: the serial baseline that it is held against. */
  readonly serials: ReadonlyMap<string, TruthBaseline>;
  readonly manifests: ReadonlyMap<string, RunScope>;
  /** By run; a run whose scores are believed is left out. */
  readonly doubts: ReadonlyMap<string, ScoreDoubt>;
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
      const pinned = run && runScopes.get(run.id);
      const scope = run ? pinned : await scopeOfExperiment(actor, experiment);
      const place = scope && {
        hash: diagnosisScopeHash(scope),
        hardware: scope.models.serving.hardware,
        margin: pinned?.evaluation?.margin ?? MARGIN_DEFAULT,
        practice: Object.values(scope.models).some((binding) => binding.practice),
      };
      return [id, place ?? null] as const;
    }),
  );
  const hashes = [...new Set(scopes.flatMap(([, scope]) => (scope ? [scope.hash] : [])))];
  const diagnoses = await findTruthDiagnoses(actor.workspaceId, { hashes, runIds });
  const serials = await serialsOf(actor, subjects, runScopes);
  const measured = new Set([...ended, ...[...serials.values()].map(({ id }) => id)]);
  const [entries, doubts] = await Promise.all([
    readTruthEntries([...measured]),
    readScoreDoubts(actor.workspaceId, runIds),
  ]);
  return { diagnoses, scopes: new Map(scopes), manifests: runScopes, serials, entries, doubts };
}

/** A serial run speaks by its own diagnosis, whatever was found later; everything else by the newest that holds. */
function diagnosisOf({ id, run }: Subject, { diagnoses, scopes }: Known) {
  const scope = scopes.get(id) ?? null;
  return (
    diagnoses.find(({ runId }) => runId !== null && runId === run?.id) ??
    diagnoses.find(({ scopeHash }) => scopeHash === scope?.hash) ??
    null
  );
}

/** The serial baseline of each ended run that is none itself, as readiness and cost choose it. */
async function serialsOf(
  actor: Actor,
  subjects: readonly Subject[],
  scopes: ReadonlyMap<string, RunScope>,
): Promise<ReadonlyMap<string, TruthBaseline>> {
  const held = subjects.flatMap(({ run }) => {
    const scope = run && hasEnded(run) && isLearner(run) ? scopes.get(run.id) : undefined;
    return run && scope ? [{ id: run.id, manifest: scope as Compared }] : [];
  });
  const hashes = [...new Set(held.map(({ manifest }) => manifest.split.hash))];
  const baselines = await findTruthBaselines(actor.workspaceId, hashes);
  return new Map(
    held.flatMap(({ id, manifest }) => {
      const baseline = baselineAmong(manifest, baselines);
      return baseline === null ? [] : [[id, baseline] as const];
    }),
  );
}

const isLearner = ({ kind }: TruthRun) => kind !== 'serialBaseline' && kind !== 'evaluation';

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
    doubt: (run && known.doubts.get(run.id)?.sentence) ?? null,
    failure: run?.status === 'failed' ? (run.statusReason ?? 'it gave no reason') : null,
    diagnosis: diagnosis && {
      verdict: diagnosis.verdict as 'go' | 'noGo' | 'undecided',
      finding: findingOf(diagnosis.detail),
    },
    collapsedAt: collapsed ? collapsed.data.iteration + 1 : null,
    gain: runGain(wholeMeasurements(own)),
    againstSerial: keepsQuality(
      wholeMeasurements(own),
      wholeMeasurements(entriesOf(run && known.serials.get(run.id)?.id)),
      scope?.margin ?? MARGIN_DEFAULT,
    ),
    isUnchanged:
      run?.status === 'finished' && run.kind !== 'evaluation' && isUnchanged(wholeMeasurements(own)),
    isSerial: run?.kind === 'serialBaseline',
    hardware: scope?.hardware ?? null,
    practice: run?.practice ?? scope?.practice ?? false,
  };
}

/** Learning times of a run that lost points against its serial baseline. */
function timesOf({ run }: Subject, { serials, manifests, entries }: Known): Promise<LearningTimes | null> {
  const [manifest, serial] = run ? [manifests.get(run.id), serials.get(run.id)] : [];
  if (!run || !manifest || !serial) return Promise.resolve(null);
  const measuredBy = (id: string) =>
    entries.flatMap((entry) => (entry.runId === id && entry.type === 'heldOut.measured' ? [entry] : []));
  return lostForTime(
    { id: run.id, manifest, measured: measuredBy(run.id) },
    { ...serial, measured: measuredBy(serial.id) },
  );
}

/** Measurements on all of held-out, in order; the first is of the original prompt. */
function wholeMeasurements(entries: readonly TruthEntry[]) {
  return entries.flatMap((entry) =>
    entry.type === 'heldOut.measured' && entry.data.split === 'heldOut' && entry.data.incomplete === undefined
      ? [entry.data]
      : [],
  );
}

const isUnchanged = (measured: readonly MeasuredPrompt[]) =>
  measured.length > 0 && learnedPrompts(measured).length === 0;

function findingOf(detail: unknown): string | null {
  const { finding } = (detail ?? {}) as { readonly finding?: unknown };
  return typeof finding === 'string' ? finding : null;
}
