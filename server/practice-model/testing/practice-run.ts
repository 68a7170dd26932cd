import type { Example } from '@/lib/domain/example';
import type { FactData, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunLoopInput, RunOutcome } from '@/lib/engine/run-context';
import { runLoop } from '@/lib/engine/run-loop';
import type { Method } from '@/lib/methods/method';
import type { ModelRequest } from '@/lib/ports/language-model';
import type { SteeringChannel } from '@/lib/ports/run-control';
import { buildManifest, buildModelBinding } from '@/lib/testing/builders/manifest-builder';
import { manualClock } from '@/lib/testing/manual-clock';
import { type JournalStore, journalStore, memoryJournal } from '@/lib/testing/memory-journal';
import { ledgerStore, memoryLedger } from '@/lib/testing/memory-ledger';
import { type ScriptedReply, scriptedModel } from '@/lib/testing/scripted-model';
import { generateFormulaPractice } from '@/prisma/practice-sets/formula-practice';
import { AnswerKeys } from '../answer-keys';
import { PracticeModel } from '../practice-model';

/**
 * A whole run of a real method over the real loop, in memory: the practice model answers from the prompts that it is
 * sent, without HTTP and without waiting.
 */
export interface PracticeRun {
  readonly method: Method;
  readonly manifest: RunManifest;
  readonly store?: JournalStore;
  /** Called before each call; throw to simulate a death, abort to simulate a pause. */
  readonly onCall?: (call: number, request: ModelRequest, interrupt: AbortController) => void;
  /** Another reply than the practice model's; undefined leaves it as it is. */
  readonly reply?: (request: ModelRequest) => ScriptedReply | undefined;
  readonly stopAfterCalls?: number;
  readonly examples?: Partial<RunLoopInput['examples']>;
  /** Commands of people about single lines. */
  readonly insights?: SteeringChannel;
}

export interface PracticeRunEnd {
  readonly outcome: RunOutcome;
  readonly entries: readonly LedgerEntry[];
  readonly requests: readonly ModelRequest[];
}

const BOOK: readonly Example[] = generateFormulaPractice().map((example, index) => ({
  ...example,
  id: `e${index}`,
  contentHash: `hash-${index}`,
}));

/** Reading the keys costs more than a small run: once for all tests of a file. */
const keys = new AnswerKeys();
keys.register('bundled', {
  profile: 'formula',
  entries: BOOK.map(({ id, ...example }) => ({ ...example, exampleId: id })),
});

export async function practiceRun(run: PracticeRun): Promise<PracticeRunEnd> {
  const practice = new PracticeModel(keys);
  const interrupt = new AbortController();
  const model = scriptedModel((request, call) => {
    run.onCall?.(call, request, interrupt);
    return run.reply?.(request) ?? practice.reply(request).text;
  });
  const facts = ledgerStore();
  const clock = manualClock();
  const stopAfter = run.stopAfterCalls ?? Number.POSITIVE_INFINITY;
  const outcome = await runLoop({
    manifest: run.manifest,
    examples: { ...practiceExamples(run.manifest), ...run.examples },
    method: run.method,
    model,
    journal: memoryJournal(run.store ?? journalStore()),
    ledger: memoryLedger(facts),
    clock,
    alarm: clock,
    control: {
      requested: async () => (model.requests.length >= stopAfter ? 'stop' : 'run'),
      signal: interrupt.signal,
      ...(run.insights ? { insights: run.insights } : {}),
    },
    worker: 'worker-1',
  });
  return { outcome, entries: facts.entries, requests: model.requests };
}

/** The splits one behind the other, as many of each as the manifest counts. */
function practiceExamples({ split }: RunManifest): RunLoopInput['examples'] {
  const { train, selection, heldOut, confirmation } = split.counts;
  const from = (start: number, size: number) => BOOK.slice(start, start + size);
  return {
    train: from(0, train),
    selection: from(train, selection),
    heldOut: from(train + selection, heldOut),
    confirmation: from(train + selection + heldOut, confirmation),
  };
}

export function practiceManifest(
  counts: Partial<RunManifest['split']['counts']>,
  overrides: Partial<RunManifest>,
): RunManifest {
  const roomy = buildModelBinding({ maxTokens: 32_000, contextTokens: 1_000_000 });
  return buildManifest({
    task: { ...buildManifest().task, scoring: { kind: 'formula' } },
    split: {
      registrationId: 'spl_practice',
      hash: 'h',
      counts: { train: 24, selection: 12, heldOut: 24, confirmation: 0, ...counts },
    },
    models: { serving: roomy, proposer: roomy, evaluator: roomy },
    seedCandidateText: '',
    ...overrides,
  });
}

export function factsOf<T extends FactType>(entries: readonly LedgerEntry[], type: T): FactData[T][] {
  // The union's members are correlated by T, which the compiler cannot see.
  return entries.filter((entry) => entry.type === type).map(({ data }) => data as unknown as FactData[T]);
}
