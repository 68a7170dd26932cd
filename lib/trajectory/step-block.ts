import { isAgentStep, type TrajectoryStep } from '@/lib/domain/trajectory';
import { cutMark, cutMiddle, type Shown } from './cut-text';

/** A step as a reader sees it. */
export interface StepBlock {
  readonly head: string;
  readonly fields: readonly {
    readonly label: string;
    readonly text: string;
    readonly isObservation: boolean;
  }[];
  readonly size: number;
}

/** Longest text of a field that is shown: of observations, and of what the agent or a person said. */
export interface FieldCaps {
  readonly observation: number;
  readonly said: number;
}

/** A text that the reader is given elsewhere; the label is shown in its place. */
export interface GivenText {
  readonly label: string;
  readonly text: string;
}

/** Shorter texts cost less than saying that they are repeated. */
const REPEATED_MIN = 200;

/** Null for a step without any text, such as missing system text. */
export function stepBlocks(
  steps: readonly TrajectoryStep[],
  given: readonly GivenText[],
): (StepBlock | null)[] {
  const known = new Map<string, number>();
  return steps.map((step, index) => {
    const head = `[step ${index + 1}${step.branch === 0 ? '' : `, branch ${step.branch}`}] ${step.source}`;
    const fields = isAgentStep(step)
      ? agentFields(step)
      : [said('', asGiven(step.text, index, known, given))];
    const shown = fields.filter(({ text }) => text !== '');
    if (shown.length === 0 && !isAgentStep(step)) return null;
    return { head, fields: shown, size: shown.reduce((sum, { text }) => sum + text.length, 0) };
  });
}

export function renderBlock({ head, fields }: StepBlock, caps: FieldCaps): Shown {
  const shown = fields.map(({ label, text, isObservation }) => {
    const cut = cutMiddle(text, isObservation ? caps.observation : caps.said);
    return { ...cut, text: label + cut.text };
  });
  return {
    text: [head, ...shown.map(({ text }) => text)].join('\n'),
    kept: shown.reduce((sum, { kept }) => sum + kept, 0),
    cuts: shown.reduce((sum, { cuts }) => sum + cuts, 0),
  };
}

/** All blocks in order, each with its caps; runs of blocks without caps become one mark. */
export function renderBlocks(
  blocks: readonly (StepBlock | null)[],
  capsOf: ReadonlyMap<number, FieldCaps>,
): Shown {
  const parts: Shown[] = [];
  let [from, missing] = [-1, 0];
  const closeGap = (to: number) => {
    if (from < 0) return;
    const steps = from === to ? `[step ${from + 1}]` : `[steps ${from + 1} to ${to + 1}]`;
    parts.push({ text: `${steps} ${cutMark(missing)}`, kept: 0, cuts: 1 });
    [from, missing] = [-1, 0];
  };
  for (const [index, block] of blocks.entries()) {
    const caps = capsOf.get(index);
    if (block === null) continue;
    if (caps === undefined) {
      if (from < 0) from = index;
      missing += block.size;
      continue;
    }
    closeGap(index - 1);
    parts.push(renderBlock(block, caps));
  }
  closeGap(blocks.length - 1);
  return {
    text: parts.map(({ text }) => text).join('\n\n'),
    kept: parts.reduce((sum, { kept }) => sum + kept, 0),
    cuts: parts.reduce((sum, { cuts }) => sum + cuts, 0),
  };
}

const said = (label: string, text: string) => ({ label, text, isObservation: false });

function agentFields({ reasoning, text, toolCalls, results }: Extract<TrajectoryStep, { source: 'agent' }>) {
  const nameOf = new Map(toolCalls.map(({ id, name }) => [id, name]));
  return [
    said('Thoughts: ', reasoning),
    said('', text),
    ...toolCalls.map((call) => said(`Call of ${call.name}: `, call.arguments)),
    ...results.map(({ callId, content, isError }) => {
      const name = nameOf.get(callId ?? '') ?? 'a tool';
      const label = isError ? `Failed result of ${name}: ` : `Result of ${name}: `;
      return { label, text: content, isObservation: true };
    }),
  ];
}

/** The text with what the reader has already replaced: given texts, or all of it where an earlier step said the same. */
function asGiven(
  text: string,
  index: number,
  known: Map<string, number>,
  given: readonly GivenText[],
): string {
  const before = known.get(text);
  if (text.length >= REPEATED_MIN && before !== undefined) return `[as in step ${before + 1}]`;
  known.set(text, before ?? index);
  return given
    .filter((one) => one.text.length >= REPEATED_MIN)
    .reduce((rest, one) => rest.replaceAll(one.text, () => `[${one.label}]`), text);
}
