import type { Cause } from '@/lib/domain/cause';
import { contextCause, contextOverrun } from '@/lib/domain/context-window';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Ask, Asked } from '@/lib/methods/method';
import { askUntilUsable } from '@/lib/methods/prompting/ask-until-usable';
import { partsThatFit } from '@/lib/methods/prompting/parts-that-fit';
import { lessonLabel, lessonsOf, summariserMessages } from '@/lib/methods/prompting/summariser';
import { settleAll } from '../settle-all';

/**
 * Summaries that replace reflections (Combee 4, baselines). A summary is a reflection like any other to the
 * aggregator, so every method can read one. Where a call fails permanently, its input is kept as it is: a failure
 * costs brevity, never a lesson.
 */
export interface SummariseInput {
  readonly manifest: RunManifest;
  readonly reflections: readonly Reflection[];
  readonly ask: Ask;
}

export interface Summarised {
  /** Reflections left to aggregate; one, unless a call failed. */
  readonly reflections: readonly Reflection[];
  readonly asked: readonly Asked[];
  /** The first failure and how many there were; null when every call succeeded. */
  readonly cause: Cause | null;
}

/** Summarisation: one call over all n, or one for each part that fits the model's context and one over the parts'. */
export async function summary(input: SummariseInput): Promise<Summarised> {
  return told(await condense(input, 0));
}

/** Hierarchical summarisation: a call for each reflection, all at once, then one over the n summaries. */
export async function hierarchicalSummary(input: SummariseInput): Promise<Summarised> {
  const alone = input.reflections.map((one) => [one]);
  const singly = await summariseParts(input, alone, 0);
  if (alone.length <= 1) return told(singly);
  return told(joined(singly, await condense({ ...input, reflections: singly.reflections }, alone.length)));
}

/** A level of summaries before its failures are put into one cause. */
interface Level extends Omit<Summarised, 'cause'> {
  readonly failures: readonly Cause[];
}

/**
 * Levels of summaries until one call has read all that is left. A level is cut into parts that fit the model's
 * context; a reflection that is too long even alone is kept as it is. It ends, short of one summary, where a level made
 * nothing fewer. Ordinals are given out before dispatch, so they do not depend on which call ends first.
 */
async function condense(input: SummariseInput, firstOrdinal: number): Promise<Level> {
  const { parts, tooLong } = partsThatFit(input.reflections, (part) => overrun(input, part) === null);
  const level = await summariseParts(input, parts, firstOrdinal);
  const reflections = [...level.reflections, ...tooLong];
  const isDone = parts.length <= 1 || reflections.length === 1;
  const canGoOn = overrun(input, reflections) === null || reflections.length < input.reflections.length;
  if (isDone || !canGoOn) {
    const unread = tooLong.flatMap((one) => overrun(input, [one]) ?? []).map(contextCause);
    return { ...level, reflections, failures: [...level.failures, ...unread] };
  }
  return joined(level, await condense({ ...input, reflections }, firstOrdinal + parts.length));
}

const overrun = ({ manifest }: SummariseInput, part: readonly Reflection[]) =>
  contextOverrun(manifest.models.proposer, summariserMessages(part));

const joined = (below: Level, above: Level): Level => ({
  reflections: above.reflections,
  asked: [...below.asked, ...above.asked],
  failures: [...below.failures, ...above.failures],
});

async function summariseParts(
  input: SummariseInput,
  parts: readonly (readonly Reflection[])[],
  firstOrdinal: number,
): Promise<Level> {
  const levels = await settleAll(
    parts.map((part, index) => summarisePart(input, part, firstOrdinal + index)),
  );
  return {
    reflections: levels.flatMap(({ reflections }) => reflections),
    asked: levels.flatMap(({ asked }) => asked),
    failures: levels.flatMap(({ failures }) => failures),
  };
}

async function summarisePart(
  { ask }: SummariseInput,
  part: readonly Reflection[],
  ordinal: number,
): Promise<Level> {
  const reply = await askUntilUsable({
    ask,
    request: {
      purpose: 'summarise',
      ordinal,
      repetition: 0,
      subject: part.length === 1 ? (part[0]?.exampleId ?? '') : `${part.length} reflections`,
      messages: summariserMessages(part),
      json: false,
    },
    repetitionStep: 1,
    read: (text) => ({ ok: true, value: text.trim() }),
  });
  if (!reply.ok) return { reflections: part, asked: reply.asked, failures: [reply.cause] };
  return { reflections: [summaryOf(part, reply.value)], asked: reply.asked, failures: [] };
}

/** A summary, at the place of its first reflection. Tags were counted before, and it has no question of its own. */
function summaryOf(part: readonly Reflection[], text: string): Reflection {
  const [first] = part;
  return {
    ordinal: first?.ordinal ?? 0,
    exampleId: part.length === 1 ? (first?.exampleId ?? '') : `summary of ${part.length}`,
    text,
    insights: lessonsOf(text, lessonLabel(part)),
    bulletTags: [],
    context: '',
    invalid: null,
  };
}

function told({ reflections, asked, failures }: Level): Summarised {
  const [first] = failures;
  if (first === undefined) return { reflections, asked, cause: null };
  return { reflections, asked, cause: { ...first, summaries: failures.length } };
}
