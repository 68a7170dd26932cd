import { type ExperimentConfigInput, experimentConfig } from '@/lib/contracts/experiment-config';
import { contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { idempotencyKeyOf } from '@/lib/engine/calls/describe-call';
import type { RunOutcome } from '@/lib/engine/run-context';
import { runLoop } from '@/lib/engine/run-loop';
import { ace } from '@/lib/methods/ace/ace';
import type { LanguageModel } from '@/lib/ports/language-model';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { openaiModel } from '@/server/adapters/openai-model';
import { connectProvider } from '@/server/adapters/provider-connection';
import type { RunLease } from '@/server/ledger/lease';
import { openPostgresJournal } from '@/server/ledger/postgres-journal';
import { makePostgresLedger } from '@/server/ledger/postgres-ledger';
import { readLedger, takeLease } from '@/server/ledger/testing/seed-run';
import { systemAlarm, systemClock } from '@/server/observability/system-clock';
import { buildRunManifest } from '@/server/services/runs/build-run-manifest';
import { openBenchDatabase } from './bench-database';
import { startPractice } from './practice-process';
import { watchDelays } from './watch-delays';

/**
 * Whole ACE runs on the bundled Formula practice set, in this process: the real loop, client, journal and
 * ledger, with the practice model. A row that names no setting uses the product's default.
 */
export interface BenchLab {
  /** Runs to the end and returns the ledger's numbers and the delays drawn by the practice model. */
  run(spec: BenchRun): Promise<FinishedRun>;
  begin(spec: BenchRun): Promise<BegunRun>;
  carry(begun: BegunRun, parts?: CarryParts): Promise<RunOutcome>;
  /** Texts of the journal keys that have an answer. */
  answeredKeys(runId: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface BenchRun {
  readonly seed: number;
  /** Null = no delays. */
  readonly timeScale: number | null;
  readonly train: number;
  readonly heldOut: number;
  /** Overrides of the experiment's configuration: batch, aggregation, lanes and scheduler switches. */
  readonly settings: Partial<ExperimentConfigInput>;
}

export interface BegunRun {
  readonly runId: string;
  readonly lease: RunLease;
  readonly spec: BenchRun;
  readonly manifest: RunManifest;
}

export interface CarryParts {
  /** Claims the run as another process would. */
  readonly claim?: boolean;
  readonly signal?: AbortSignal;
  /** Wraps the model, to observe every call that is sent. */
  readonly watch?: (model: LanguageModel) => LanguageModel;
}

export interface FinishedRun extends BegunRun {
  readonly entries: readonly LedgerEntry[];
  /**
   * Key text of each journaled call to the delay that the practice model drew, in ms, before the time scale.
   */
  readonly drawnMs: ReadonlyMap<string, number>;
}

/** `examples`: how many are needed; questions of the practice set are repeated as further cases. */
export async function openBenchLab(examples = 0): Promise<BenchLab> {
  const database = await openBenchDatabase();
  const practice = await startPractice(database.dataDir);
  const all = manyExamples(examples);
  await practice.register(all);
  const drawn = watchDelays();

  async function begin(spec: BenchRun): Promise<BegunRun> {
    const lease = await database.newRun();
    return { runId: lease.runId, lease, spec, manifest: manifestOf(spec, practice.url) };
  }

  async function carry(begun: BegunRun, parts: CarryParts = {}): Promise<RunOutcome> {
    const { spec, manifest, runId } = begun;
    const lease = parts.claim ? await takeLease(database.pool, runId, 'bench again') : begun.lease;
    const connection = connectProvider(
      {
        id: runId,
        name: 'Practice model',
        baseUrl: `${practice.url}/v1`,
        apiKey: null,
        headers: { 'x-practice-time-scale': spec.timeScale === null ? 'off' : String(spec.timeScale) },
        requestsPerMinute: null,
        tokensPerMinute: null,
        concurrency: manifest.lanes,
        timeoutMs: 600_000,
        maxAttempts: 3,
      },
      [new URL(practice.url).host],
    );
    const model = openaiModel(connection, { model: 'practice-task', runId });
    const signal = parts.signal ?? new AbortController().signal;
    const outcome = await runLoop({
      manifest,
      examples: {
        train: all.slice(0, spec.train),
        heldOut: all.slice(-spec.heldOut),
        selection: all.slice(spec.train, spec.train + spec.heldOut),
        confirmation: [],
      },
      method: ace,
      model: parts.watch ? parts.watch(model) : model,
      journal: await openPostgresJournal(database.pool, lease),
      ledger: makePostgresLedger(database.pool, lease),
      clock: systemClock,
      alarm: systemAlarm,
      control: { requested: async () => 'run', signal },
      worker: 'bench',
    });
    await connection.close();
    return outcome;
  }

  async function run(spec: BenchRun): Promise<FinishedRun> {
    const begun = await begin(spec);
    await carry(begun);
    const keys = await answeredKeys(begun.runId);
    return {
      ...begun,
      entries: await readLedger(database.pool, begun.runId),
      drawnMs: new Map(
        keys.map((key) => [key, drawn.get(idempotencyKeyOf(begun.manifest.runSeed, key)) ?? 0]),
      ),
    };
  }

  async function answeredKeys(runId: string): Promise<readonly string[]> {
    const { rows } = await database.pool.query<{ key: string }>(
      'SELECT key FROM "JournalCall" WHERE "runId" = $1 AND "answeredAt" IS NOT NULL',
      [runId],
    );
    return rows.map(({ key }) => key);
  }

  return {
    run,
    begin,
    carry,
    answeredKeys,
    async close() {
      await practice.stop();
      await database.close();
    },
  };
}

function manyExamples(atLeast: number): readonly Example[] {
  const practiceSet = generateFormulaPractice();
  const size = Math.max(atLeast, practiceSet.length);
  return Array.from({ length: size }, (_, index): Example => {
    const one = practiceSet[index % practiceSet.length] as (typeof practiceSet)[number];
    const round = Math.floor(index / practiceSet.length);
    const question = round === 0 ? one.question : `Case ${round}. ${one.question}`;
    return { ...one, question, id: `f${String(index).padStart(6, '0')}`, contentHash: contentHash(question) };
  });
}

/** The manifest that the product would pin for a comparison with these settings. */
function manifestOf(spec: BenchRun, url: string): RunManifest {
  const base = buildManifest();
  const binding = { ...base.models.serving, origin: url, model: 'practice-task', maxTokens: 4096 };
  return buildRunManifest({
    kind: 'comparisonPoint',
    seed: spec.seed,
    codeVersion: 'bench',
    config: experimentConfig.parse(spec.settings),
    task: {
      ...base.task,
      instructions: 'Work out a question from finance. Answer with the number alone.',
      scoring: { kind: 'formula' },
    },
    split: {
      ...base.split,
      counts: { train: spec.train, selection: 0, heldOut: spec.heldOut, confirmation: 0 },
    },
    method: ace,
    bindings: { serving: binding, proposer: binding, evaluator: binding },
  });
}
