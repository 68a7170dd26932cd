import { isCollapsed } from '@/lib/combee/diversity/collapse';
import { coverage } from '@/lib/combee/diversity/coverage';
import { drawOperator } from '@/lib/combee/diversity/draw-operator';
import type { JudgedEdits } from '@/lib/combee/diversity/judge-edits';
import { temperatureAt } from '@/lib/combee/diversity/temperature-at';
import { type EditTracer, editText, traceEdits } from '@/lib/combee/diversity/trace-edits';
import type { Scanned } from '@/lib/combee/scan';
import type { DiversitySettings } from '@/lib/domain/diversity';
import type { Example } from '@/lib/domain/example';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import type { Update } from '@/lib/domain/update';
import type { FactSink } from '@/lib/engine/fact-sink';
import type { Method } from '@/lib/methods/method';
import type { Embedder } from '@/lib/ports/embedder';
import type { Journal } from '@/lib/ports/journal';
import type { Rng } from '@/lib/random/seeded-rng';
import type { DiversityState } from './diversity-state';
import { editLikeness, writtenTexts } from './edit-likeness';

/**
 * Diversity within one iteration: the operator under which each example is reflected on, and the edits of the final
 * update that may be applied. Off, there is none, and the iteration is as without it to the letter.
 */
export interface IterationScreen {
  operatorOf(ordinal: number): OperatorKind | undefined;
  screen(seen: Scanned): Promise<Update>;
}

export interface ScreenParts {
  readonly settings: DiversitySettings | undefined;
  readonly state: DiversityState | null;
  readonly method: Method;
  readonly iteration: number;
  readonly examples: readonly Example[];
  /** The iteration's own stream. */
  readonly rng: Rng;
  readonly journal: Journal;
  readonly embedder: Embedder | undefined;
  readonly facts: FactSink;
}

type Watch = Omit<ScreenParts, 'settings' | 'state'> & {
  readonly settings: DiversitySettings;
  readonly state: DiversityState;
  /** By ordinal. */
  readonly operators: readonly (OperatorKind | undefined)[];
};

export function screenIteration(parts: ScreenParts): IterationScreen | undefined {
  const { settings, state } = parts;
  if (settings === undefined || state === null) return undefined;
  const operators = parts.examples.map((_, ordinal) =>
    drawOperator(state.weights, parts.rng.fork(`operator/${ordinal}`)),
  );
  const watch: Watch = { ...parts, settings, state, operators };
  return {
    operatorOf: (ordinal) => operators[ordinal],
    screen: (seen) => screenUpdate(watch, seen),
  };
}

async function screenUpdate(watch: Watch, seen: Scanned): Promise<Update> {
  const { update } = seen.scan;
  const tracer = traceEdits(seen.reflections);
  const judged = await editLikeness({ ...watch, vectors: watch.state.vectors, seen, tracer });
  // Positions count the edits that write something; one that only removes is never a copy.
  const writing = update.edits.filter((edit) => editText(edit) !== null);
  const copies = new Set(judged.rejected.map((position) => writing[position]));
  const screened = { ...update, edits: update.edits.filter((edit) => !copies.has(edit)) };
  const keptBy = writtenTexts(screened).map((text) => {
    const origin = tracer.origin(text);
    return origin === null ? undefined : watch.operators[origin];
  });
  book(watch, keptBy);
  emitMeasured(watch, { seen, tracer, judged, keptBy });
  return screened;
}

interface Judged {
  readonly seen: Scanned;
  readonly tracer: EditTracer;
  readonly judged: JudgedEdits;
  /** The operator behind each edit that is kept. */
  readonly keptBy: readonly (OperatorKind | undefined)[];
}

/** Adds up each operator's used and kept edits until the next measurement on the selection split. */
function book({ state, operators }: Watch, keptBy: Judged['keptBy']): void {
  for (const { kind } of state.weights) {
    const before = state.credits.get(kind) ?? { used: 0, kept: 0 };
    state.credits.set(kind, {
      used: before.used + countOf(kind, operators),
      kept: before.kept + countOf(kind, keptBy),
    });
  }
}

function emitMeasured(watch: Watch, { seen, tracer, judged, keptBy }: Judged): void {
  const { state, iteration, facts, operators } = watch;
  const collapsed = isCollapsed(judged.collapsedShare);
  state.collapsed = collapsed;
  state.collapsedInARow = collapsed ? state.collapsedInARow + 1 : 0;
  const origins = seen.scan.groups.flatMap(({ update }) =>
    writtenTexts(update).map((text) => tracer.origin(text)),
  );
  facts.emit('diversity.measured', `${iteration}`, {
    iteration,
    uniqueEditRatio: judged.uniqueEditRatio,
    coverage: coverage(topicsOf(watch.examples), origins),
    meanSimilarity: judged.meanSimilarity,
    similarities: judged.similarities,
    rejectedAsDuplicate: judged.rejected.length,
    operators: state.weights.map(({ kind, weight }) => ({
      kind,
      weight,
      used: countOf(kind, operators),
      kept: countOf(kind, keptBy),
    })),
    temperature: temperatureAt(watch.settings.temperature, iteration),
    collapsed,
  });
  if (!collapsed || judged.collapsedShare === null) return;
  facts.emit('diversity.collapsed', `${iteration}`, { iteration, share: judged.collapsedShare });
}

const countOf = (kind: OperatorKind, list: readonly (OperatorKind | undefined)[]) =>
  list.filter((one) => one === kind).length;

/** The topic that the data set names; an example without one is a topic of its own. */
function topicsOf(examples: readonly Example[]): ReadonlyMap<number, string> {
  return new Map(examples.map(({ id, groupKey }, ordinal) => [ordinal, groupKey ?? `example ${id}`]));
}
