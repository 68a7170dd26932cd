import { pythonStrip } from './python-text';

/**
 * Parses the prompt texts of FinLoRA's records as ACE does, so that our questions equal the published ones.
 * Formula: the quoted question after "Question: ", with a closing sentence on the form of the answer. FiNER:
 * "Instruction: ... Input: ..." if both markers are present; its records hold neither, so the whole text is
 * the question.
 */
export type ParsedPrompt =
  | { readonly ok: true; readonly question: string; readonly context: string }
  | { readonly ok: false; readonly message: string };

/**
 * Part of the published Formula task, without which scores are not comparable. Ends with a blank, as
 * published.
 */
const FORMULA_ANSWER_SHAPE =
  ' Your answer should be a plain floating point number, round to the nearest hundredth if necessary. Do the necessary conversions, for example 5 million should be 5000000.0. ';

export function parseFormulaPrompt(text: string): ParsedPrompt {
  const start = text.indexOf('Question: ');
  if (start < 0 || !text.includes('. Answer:')) return { ok: true, question: text, context: '' };
  const [body = ''] = text.slice(start + 'Question: '.length).split('. Answer:');
  const stripped = pythonStrip(body);
  const isQuoted = stripped.startsWith('"') && stripped.endsWith('"');
  return {
    ok: true,
    question: (isQuoted ? stripped.slice(1, -1) : stripped) + FORMULA_ANSWER_SHAPE,
    context: '',
  };
}

export function parseFinerPrompt(text: string): ParsedPrompt {
  if (!text.includes('Input: ') || !text.includes('Instruction: '))
    return { ok: true, question: text, context: '' };
  const [before = '', after = ''] = text.split('Input: ');
  const instruction = pythonStrip(before).split('Instruction: ')[1];
  if (instruction === undefined)
    return { ok: false, message: 'There is no "Instruction: " before the first "Input: ".' };
  const [context = ''] = after.split('Answer: ');
  return { ok: true, question: pythonStrip(instruction), context: pythonStrip(context) };
}

/**
 * The formula's name in "Use formula NAME to answer ...", the group that a split by group must not divide.
 */
export function formulaName(text: string): string | null {
  return /^\s*Use formula (.{1,200}?) to answer/.exec(text)?.[1]?.trim() ?? null;
}
