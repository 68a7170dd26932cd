import type { Cause } from '@/lib/domain/cause';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Ask, Asked } from '@/lib/methods/method';
import { askUntilUsable } from '@/lib/methods/prompting/ask-until-usable';
import { fitsProposer } from '@/lib/methods/prompting/fits-context';
import { lessonLabel, lessonsOf, summariserMessages } from '@/lib/methods/prompting/summariser';
import { cutContiguously } from '../augmented-shuffle';
import { settleAll } from '../settle-all';

/**
 * Summaries that stand in for reflections (Combee 4, baselines). A summary is a reflection like any other to whoever
 * aggregates it, so every method can read one. Where a call fails for good, what it was to sum up stands as it is: a
 * failure costs shortness, never a lesson.
 */
export interface SummariseInput {
  readonly manifest: RunManifest;
  readonly reflections: readonly Reflection[];
  readonly ask: Ask;
}

export interface Summarised {
  /** What is left to aggregate; one, unless a call failed. */
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

/** A level of summaries before its failures are put into one sentence. */
interface Level extends Omit<Summarised, 'cause'> {
  readonly failures: readonly Cause[];
}

/** Ordinals are given out before dispatch, so they do not depend on which call ends first. */
async function condense(input: SummariseInput, firstOrdinal: number): Promise<Level> {
  const parts = partsThatFit(input);
  const level = await summariseParts(input, parts, firstOrdinal);
  if (parts.length <= 1) return level;
  return joined(level, await summariseParts(input, [level.reflections], firstOrdinal + parts.length));
}

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

/** Stands at the place of the first that it sums up. Tags were counted before, and no single question is its context. */
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

/** As few contiguous parts as the model's context allows; what does not fit alone goes out alone, and may fail. */
function partsThatFit({ manifest, reflections }: SummariseInput): readonly (readonly Reflection[])[] {
  const fits = (part: readonly Reflection[]) => fitsProposer(manifest, summariserMessages(part));
  for (let parts = 1; parts < reflections.length; parts += 1) {
    const cut = cutContiguously(reflections, parts);
    if (cut.every(fits)) return cut;
  }
  return reflections.map((one) => [one]);
}

function told({ reflections, asked, failures }: Level): Summarised {
  const [first] = failures;
  if (first === undefined) return { reflections, asked, cause: null };
  const many = failures.length === 1 ? 'A summary' : `${failures.length} summaries`;
  return {
    reflections,
    asked,
    cause: {
      ...first,
      message: `${many} failed, and what was to be summed up stands as it is: ${first.message}`,
    },
  };
}
