import type { PracticeReadingsView } from '@/lib/contracts/practice-readings';
import type { Actor } from '@/lib/domain/actor';
import type { JsonValue } from '@/lib/domain/json';
import type { Fact, FactOf } from '@/lib/domain/ledger-entry';
import { LEVEL_TWO_READINGS, type LevelTwoReading } from '@/lib/domain/level-two-readings';
import { hasLevelTwo, type ModelBinding, type RunManifest } from '@/lib/domain/manifest';
import { MODEL_ROLES, type ModelRole } from '@/lib/domain/model-role';
import { PRACTICE_SETTINGS_DEFAULT, practiceHeaders } from '@/lib/domain/practice-settings';
import { runLoop } from '@/lib/engine/run-loop';
import { AppError } from '@/lib/errors/app-error';
import { decisionKeyText, type Journal } from '@/lib/ports/journal';
import type { LanguageModel } from '@/lib/ports/language-model';
import { pairedGain } from '@/lib/stats/paired-scores';
import { outcomeSentence } from '@/lib/words/run-end';
import { readJournal } from '@/server/ledger/journal-sql';
import { loadExamples } from '@/server/ledger/load-examples';
import { ledgerPool } from '@/server/ledger/pool';
import { systemAlarm, systemClock } from '@/server/observability/system-clock';
import { readMeasuredEnds } from '@/server/repositories/record-facts';
import { getRunRow } from '@/server/repositories/runs';
import { methodOf } from '../runs/pinned-method';

/**
 * A practice run's learning figure under every reading of level 2 (ruling A6), since one of them alone would pass a choice
 * for a finding. Each reading is the run again on the practice model: its manifest, its examples, the batch sizes that its
 * journal holds; other answers at level 2. Held-out is measured at the start and the end only, which is all that is shown.
 * Costs about three calls a training example and two a held-out example, each reading; stores nothing.
 */
export type OpenPracticeModel = (wanted: {
  readonly workspaceId: string;
  readonly providerId: string;
  readonly model: string;
  readonly origin: string;
  readonly runId: string;
  readonly headers: Readonly<Record<string, string>>;
}) => Promise<LanguageModel>;

/** Training examples of all epochs, and held-out ones: some ten thousand calls, under a minute. */
const EXAMPLES_MAX = 3_000;

interface Asked {
  readonly runId: string;
  readonly signal?: AbortSignal | undefined;
}

interface Subject {
  readonly runId: string;
  readonly workspaceId: string;
  readonly manifest: RunManifest;
  readonly signal: AbortSignal;
}

export async function practiceReadings(
  actor: Actor<'discuss'>,
  { runId, signal }: Asked,
  openModel: OpenPracticeModel,
): Promise<PracticeReadingsView> {
  const startedMs = systemClock.monotonicMs();
  const run = await getRunRow(actor.workspaceId, runId);
  const manifest = run.manifest;
  assertReadable(manifest, run.runHash);
  const subject = {
    runId,
    workspaceId: actor.workspaceId,
    manifest,
    signal: signal ?? new AbortController().signal,
  };
  const pinned = (manifest.models.proposer.practiceSettings ?? PRACTICE_SETTINGS_DEFAULT).levelTwoCounts;
  const ends = [];
  for (const reading of LEVEL_TWO_READINGS) ends.push(await endUnder(subject, reading, openModel));
  const own = ends.find(({ reading }) => reading === pinned);
  return {
    ...{ runId, pinned },
    rows: ends.map(({ hash: _, ...row }) => row),
    isReproduced: own?.hash === (await readMeasuredEnds(runId))?.finalHash,
    tookMs: Math.round(systemClock.monotonicMs() - startedMs),
  };
}

function assertReadable(manifest: RunManifest, runHash: string | null): void {
  const isPractice = MODEL_ROLES.every((role) => manifest.models[role].practice);
  if (!isPractice) {
    throw new AppError(
      'STATE_CONFLICT',
      'Only a run whose models are all the practice model has readings of level 2.',
    );
  }
  if (!hasLevelTwo(manifest)) {
    throw new AppError(
      'STATE_CONFLICT',
      'This run has no aggregator call at level 2, so no reading changes it.',
    );
  }
  if (manifest.traces !== undefined) {
    throw new AppError(
      'STATE_CONFLICT',
      'A run that learned from collected traces has one reading, its own.',
    );
  }
  const { counts } = manifest.split;
  if (counts.train * manifest.epochs + counts.heldOut > EXAMPLES_MAX) {
    throw new AppError(
      'STATE_CONFLICT',
      `Runs of up to ${EXAMPLES_MAX} examples are made again within a request.`,
    );
  }
  if (runHash === null) throw new AppError('STATE_CONFLICT', 'Wait for the run to end.');
}

async function endUnder(subject: Subject, reading: LevelTwoReading, openModel: OpenPracticeModel) {
  const facts: Fact[] = [];
  const manifest = measuredAtEnds(subject.manifest);
  const outcome = await runLoop({
    manifest,
    examples: await loadExamples(ledgerPool(), {
      registrationId: manifest.split.registrationId,
      runId: subject.runId,
    }),
    method: methodOf(manifest),
    model: await modelUnder(subject, reading, openModel),
    journal: await forgetfulJournal(subject.runId),
    ledger: { append: (fact) => void facts.push(fact), flush: async () => undefined },
    clock: systemClock,
    alarm: systemAlarm,
    control: { requested: async () => 'run', signal: subject.signal },
    worker: 'readings',
  });
  const measured = facts.filter(
    (fact): fact is FactOf<'heldOut.measured'> => fact.type === 'heldOut.measured',
  );
  const [first, last] = [measured[0]?.data, measured.at(-1)?.data];
  if (!first || !last) {
    throw new AppError(
      'STATE_CONFLICT',
      `The run cannot be made again under this reading: ${outcomeSentence(outcome)}`,
    );
  }
  const made = facts.filter((fact): fact is FactOf<'candidate.created'> => fact.type === 'candidate.created');
  return {
    reading,
    finalMean: last.score.mean,
    gain: pairedGain(first, last),
    bullets: made.find(({ data }) => data.hash === last.candidateHash)?.data.bullets ?? 0,
    hash: last.candidateHash,
  };
}

/** Keeps held-out measurements that a run stops or steers by; without such a rule, measures at both ends only. */
function measuredAtEnds(manifest: RunManifest): RunManifest {
  const { stopping, batch, evaluation, evaluationCache: _, ...rest } = manifest;
  const isSteered =
    stopping.patience !== null || stopping.targetScore !== null || manifest.lanesMax !== undefined;
  const everyExamples = manifest.split.counts.train * manifest.epochs;
  return { ...rest, stopping, batch, evaluation: isSteered ? evaluation : { ...evaluation, everyExamples } };
}

async function modelUnder(
  { runId, workspaceId, manifest }: Subject,
  levelTwoCounts: LevelTwoReading,
  openModel: OpenPracticeModel,
): Promise<LanguageModel> {
  const byRole = new Map<ModelRole, LanguageModel>();
  const open = ({ providerId, model, origin, practiceSettings }: ModelBinding) => {
    const settings = { ...PRACTICE_SETTINGS_DEFAULT, ...practiceSettings, levelTwoCounts };
    const headers = { ...practiceHeaders(settings), 'x-practice-time-scale': 'off' };
    return openModel({ workspaceId, providerId, model, origin, runId: `readings of ${runId}`, headers });
  };
  for (const role of MODEL_ROLES) byRole.set(role, await open(manifest.models[role]));
  return {
    async complete(request, signal) {
      const model = byRole.get(request.role);
      if (!model) throw new AppError('INVARIANT_BROKEN', `No model plays the role ${request.role}.`);
      return model.complete(request, signal);
    },
  };
}

/** Knows what the run decided (its batch sizes, who was late) and none of its answers; forgets what it is told. */
async function forgetfulJournal(runId: string): Promise<Journal> {
  const { decisions } = await readJournal(ledgerPool(), runId);
  return {
    answered: async () => undefined,
    recordSent: async () => undefined,
    recordAnswer: async (_key, answer) => ({ ...answer, replayed: false }),
    async decide<T extends JsonValue>(key: Parameters<Journal['decide']>[0], make: () => T | Promise<T>) {
      return (decisions.get(decisionKeyText(key)) as T | undefined) ?? (await make());
    },
    async decided<T extends JsonValue>(key: Parameters<Journal['decide']>[0]) {
      return decisions.get(decisionKeyText(key)) as T | undefined;
    },
    log: async () => undefined,
  };
}
