import { isAgentStep, type TrajectoryStep } from '@/lib/domain/trajectory';

/** A shorter line without an id is found in a reply by chance. */
const QUOTED_MIN = 30;
const LINE_ID = /^\s*(?:[-*]\s*)?\[([A-Za-z][A-Za-z_]*-\d{3,})\]/;
const IDS = /[A-Za-z][A-Za-z_]*-\d{3,}/g;

/**
 * The lines of a prompt that each step of an agent cites: step index to line numbers from 0, in order. A line with an
 * id ("[str-00001]") is cited by its id; one without, by its text word for word. Steps that cite nothing are left out.
 */
export function citedLines(
  prompt: string,
  steps: readonly TrajectoryStep[],
): ReadonlyMap<number, readonly number[]> {
  const lines = prompt.split('\n');
  const byId = new Map(
    lines.flatMap((line, index) => {
      const id = LINE_ID.exec(line)?.[1];
      return id === undefined ? [] : [[id, index] as const];
    }),
  );
  const quotable = lines.flatMap((line, index) => {
    const text = plain(line.replace(/^\s*(?:[-*]|\d+[.)])\s+/, ''));
    return text.length < QUOTED_MIN || LINE_ID.test(line) ? [] : [{ text, index }];
  });
  return new Map(
    steps.flatMap((step, index) => {
      const cited = isAgentStep(step) ? citedIn(spokenText(step), byId, quotable) : [];
      return cited.length === 0 ? [] : [[index, cited] as const];
    }),
  );
}

const spokenText = ({ text, reasoning, toolCalls }: Extract<TrajectoryStep, { source: 'agent' }>) =>
  [reasoning, text, ...toolCalls.map((call) => call.arguments)].join('\n');

function citedIn(
  spoken: string,
  byId: ReadonlyMap<string, number>,
  quotable: readonly { readonly text: string; readonly index: number }[],
): number[] {
  const ids = byId.size === 0 ? [] : (spoken.match(IDS) ?? []);
  const text = quotable.length === 0 ? '' : plain(spoken);
  const quoted = quotable.filter((line) => text.includes(line.text)).map(({ index }) => index);
  const cited = new Set([...ids.flatMap((id) => byId.get(id) ?? []), ...quoted]);
  return [...cited].sort((a, b) => a - b);
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
