import type { Candidate } from '@/lib/domain/candidate';
import type { Cause } from '@/lib/domain/cause';
import { componentsOf, WHOLE_TEXT } from '@/lib/domain/components';
import { contextOverrun } from '@/lib/domain/context-window';
import { askAll } from '@/lib/methods/prompting/ask-all';
import { askUntilUsable } from '@/lib/methods/prompting/ask-until-usable';
import { partsThatFit } from '@/lib/methods/prompting/parts-that-fit';
import type { Readable } from '@/lib/methods/prompting/readable';
import { textBetween } from '@/lib/methods/prompting/text-between';
import type { SearchTools } from '@/lib/methods/search';
import type { ChatMessage } from '@/lib/ports/language-model';
import { shuffled } from '@/lib/random/shuffle';
import { type Demonstration, demonstrationText, labelled } from './candidate-text';
import { instructionsMax, miproSettings } from './mipro-settings';
import { instructionMessages, TIP_NAMES, type TipName } from './prompts/instruction-writer';
import { observerMessages, summariserMessages } from './prompts/observer';
import type { SearchSpace } from './study';

/**
 * Phase 2: instructions. Batches of training examples are observed, the observations summarised, and each new
 * instruction is asked for with the summary, one set of demonstrations and a tip. Instruction 0 is the original.
 * Cost: at most 10 observations, 1 summary, and a call for each instruction of each component but the original.
 */
export interface ProposedInstructions {
  /** By component, the original first; those of one component are all different. */
  readonly instructions: SearchSpace['instructions'];
  /** Proposals of which nothing usable came. */
  readonly failed: readonly { readonly proposal: number; readonly tip: TipName; readonly cause: Cause }[];
}

/** The published view of the data: ten examples a look, ten looks. */
const EXAMPLES_PER_LOOK = 10;
const LOOKS_MAX = 10;
/** Where the calls of the three steps stand among those of their purpose. */
const SUMMARY_ORDINAL = 1000;
const INSTRUCTION_ORDINAL = 2000;

export async function proposeInstructions(
  tools: SearchTools,
  original: Candidate,
  sets: readonly (readonly Demonstration[])[],
): Promise<ProposedInstructions> {
  const count = instructionsMax(miproSettings(tools.manifest));
  const components = componentsOf(original.text);
  const instructions = new Map([...components].map(([name, text]) => [name, [text]]));
  if (count === 1) return { instructions, failed: [] };
  const summary = await summaryOf(tools);
  const tips = shuffled(TIP_NAMES, tools.rng.fork('tips'));
  const wanted = [...components].flatMap(([name, text], place) =>
    Array.from({ length: count - 1 }, (_, index) => {
      return { name, text, proposal: place * (count - 1) + index + 1, index };
    }),
  );
  const written = await askAll(
    wanted.map(async ({ name, text, proposal, index }) => {
      const tip = tips[index % tips.length] ?? 'none';
      const messages = instructionMessages({
        task: tools.manifest.task,
        summary,
        original: text,
        ...(name === WHOLE_TEXT ? {} : { component: name }),
        demonstrations: (sets[(index + 1) % sets.length] ?? []).map(demonstrationText),
        tip,
      });
      const reply = await propose(tools, {
        ordinal: INSTRUCTION_ORDINAL + proposal,
        subject: `instruction ${proposal}, tip ${tip}`,
        messages,
        read: (read) => textBetween(read, 'proposed_instruction'),
      });
      return { name, proposal, tip, reply };
    }),
  );
  for (const { name, reply } of written) {
    const known = instructions.get(name);
    if (reply.ok && known && !known.includes(reply.value)) known.push(reply.value);
  }
  return {
    instructions,
    failed: written.flatMap(({ proposal, tip, reply }) =>
      reply.ok ? [] : [{ proposal, tip, cause: reply.cause }],
    ),
  };
}

/** Null where no look at the data brought anything. */
async function summaryOf(tools: SearchTools): Promise<string | null> {
  const { task } = tools.manifest;
  const observations = await askAll(
    looksAt(tools).map(async (examples, ordinal) => {
      const messages = observerMessages({ task, examples });
      return propose(tools, { ordinal, subject: `${examples.length} examples`, messages, read: anyText });
    }),
  );
  const usable = observations.flatMap((reply) => (reply.ok ? [reply.value] : []));
  if (usable.length === 0) return null;
  const summary = await propose(tools, {
    ordinal: SUMMARY_ORDINAL,
    subject: `${usable.length} observations`,
    messages: summariserMessages({ task, observations: usable }),
    read: anyText,
  });
  return summary.ok ? summary.value : null;
}

/** Ten examples each, or fewer where they are long; one that is too long even alone is not looked at. */
function looksAt(tools: SearchTools): readonly (readonly string[])[] {
  const { useGroundTruth } = miproSettings(tools.manifest);
  const order = shuffled(tools.train, tools.rng.fork('looks')).slice(0, EXAMPLES_PER_LOOK * LOOKS_MAX);
  const { task, models } = tools.manifest;
  const texts = order.map((example) => {
    const text = demonstrationText(labelled(example));
    return useGroundTruth ? text : text.slice(0, text.lastIndexOf('\nAnswer: '));
  });
  const fits = (examples: readonly string[]) =>
    contextOverrun(models.proposer, observerMessages({ task, examples })) === null;
  const looks = Array.from({ length: Math.ceil(texts.length / EXAMPLES_PER_LOOK) }, (_, look) =>
    texts.slice(look * EXAMPLES_PER_LOOK, (look + 1) * EXAMPLES_PER_LOOK),
  );
  return looks.flatMap((look) => partsThatFit(look, fits).parts);
}

interface Proposing {
  readonly ordinal: number;
  readonly subject: string;
  readonly messages: readonly ChatMessage[];
  readonly read: (reply: string) => Readable<string>;
}

function propose({ ask }: SearchTools, { read, ...asked }: Proposing) {
  return askUntilUsable({
    ask,
    request: { purpose: 'propose', repetition: 0, json: false, ...asked },
    repetitionStep: 1,
    read,
  });
}

/** Empty replies and those cut off never come here. */
const anyText = (reply: string): Readable<string> => ({ ok: true, value: reply.trim() });
