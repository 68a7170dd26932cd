import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunLoopInput } from '@/lib/engine/run-context';
import type { EvaluationCache } from '@/lib/ports/evaluation-cache';
import type { ModelRequest } from '@/lib/ports/language-model';
import { manualClock } from './manual-clock';
import { type JournalStore, journalStore, memoryJournal } from './memory-journal';
import { type LedgerStore, ledgerStore, memoryLedger } from './memory-ledger';
import { scriptedModel } from './scripted-model';
import { toyMethod } from './toy-method';

/**
 * A whole run in memory on the toy method: questions ask for words, the model answers right where the candidate
 * knows the word, reflections name it. Deterministic, no delay.
 */
export interface ToyRun {
  readonly input: RunLoopInput;
  readonly model: ReturnType<typeof scriptedModel>;
  readonly journal: ReturnType<typeof memoryJournal>;
  readonly ledger: ReturnType<typeof memoryLedger>;
  readonly interrupt: AbortController;
}

export interface ToyRunOptions {
  readonly manifest: RunManifest;
  readonly store?: JournalStore;
  readonly ledgerStore?: LedgerStore;
  /** Called before each dispatched call; throw to simulate a death, abort to simulate a pause. */
  readonly onCall?: (call: number, request: ModelRequest, interrupt: AbortController) => void;
  /** Another reply than the toy's own; undefined leaves it as it is. A judge has none of its own. */
  readonly reply?: (request: ModelRequest) => string | undefined;
  readonly cache?: EvaluationCache;
}

export const TOY_WORDS = ['oak', 'elm', 'ash', 'fir', 'yew', 'box', 'bay', 'fig'];

export function toyExamples(n: number, prefix = 't'): Example[] {
  return Array.from({ length: n }, (_, index) => {
    const word = TOY_WORDS[index % TOY_WORDS.length] ?? 'oak';
    const id = `${prefix}${index}`;
    return { id, question: `say ${word}`, context: '', expected: word, groupKey: null, contentHash: id };
  });
}

export function toyRun(options: ToyRunOptions): ToyRun {
  const interrupt = new AbortController();
  const model = scriptedModel((request, call) => {
    options.onCall?.(call, request, interrupt);
    return options.reply?.(request) ?? answerToy(request);
  });
  const journal = memoryJournal(options.store ?? journalStore());
  const ledger = memoryLedger(options.ledgerStore ?? ledgerStore());
  const clock = manualClock();
  const { counts } = options.manifest.split;
  return {
    model,
    journal,
    ledger,
    interrupt,
    input: {
      manifest: options.manifest,
      examples: {
        train: toyExamples(counts.train, 't'),
        selection: toyExamples(counts.selection, 's'),
        heldOut: toyExamples(counts.heldOut, 'h'),
        confirmation: toyExamples(counts.confirmation, 'c'),
      },
      method: toyMethod,
      model,
      journal,
      ledger,
      ...(options.cache ? { evaluationCache: options.cache } : {}),
      clock,
      alarm: clock,
      control: { requested: async () => 'run', signal: interrupt.signal },
      worker: 'worker-1',
    },
  };
}

function answerToy(request: ModelRequest): string {
  const last = request.messages.at(-1)?.content ?? '';
  if (request.purpose === 'reflect') return last.replace('reflect on say ', '');
  if (request.purpose === 'aggregate' || request.purpose === 'combine') {
    return [...new Set(last.replace('merge ', '').split(' '))].join(' ');
  }
  const known = request.messages[0]?.content.split(' ') ?? [];
  const word = last.replace('say ', '');
  return known.includes(word) ? word : 'no idea';
}
