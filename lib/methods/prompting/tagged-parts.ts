/**
 * Parts of a prompt between tags, each tag on a line of its own. Data inside a part stays as it is, except that it
 * cannot close a part: a question that contains `</playbook>` must not become an instruction.
 */
const TAGS = [
  'task',
  'playbook',
  'earlier_reflection',
  'question',
  'context',
  'reasoning_trace',
  'predicted_answer',
  'ground_truth',
  'feedback',
  'bullets_used',
  'progress',
  'token_budget',
  'playbook_stats',
  'reflections',
  'reflection',
  'question_contexts',
  'question_context',
  'updates',
  'update',
  'bullets',
  'component',
  'current_text',
  'records',
  'record',
  'proposals',
  'proposal',
  'current_prompt',
  'prompt_constraints',
  'prompt_gradients',
  'prompt_gradient',
  'gradient_contexts',
  'gradient_context',
  'earlier_gradients',
  'proposed_prompts',
  'proposed_prompt',
  'improved_prompt',
  'data_examples',
  'data_example',
  'data_observations',
  'data_observation',
  'data_summary',
  'prompt_demonstrations',
  'prompt_demonstration',
  'writing_tip',
  'proposed_instruction',
] as const;

export type TagName = (typeof TAGS)[number];

/** Models read sloppily spelled tags as tags, so blanks and capitals are met too. */
const CLOSING_TAG = `(?=\\s*/\\s*(?:${TAGS.join('|')})\\b)`;
const CLOSING = new RegExp(`<${CLOSING_TAG}`, 'gi');
const NEUTRALISED = new RegExp(`&lt;${CLOSING_TAG}`, 'gi');

/** Data as a part. The text must come from outside or from a model; parts of parts go through `numberedParts`. */
export function part(tag: TagName, data: string): string {
  return wrap(tag, '', neutralise(data));
}

/** A list of parts inside one, numbered from 1 by an attribute. Each entry is data. */
export function numberedParts(
  outer: TagName,
  inner: { readonly tag: TagName; readonly attribute: string },
  entries: readonly string[],
): string {
  const parts = entries.map((entry, index) =>
    wrap(inner.tag, ` ${inner.attribute}="${index + 1}"`, neutralise(entry)),
  );
  return wrap(outer, '', parts.join('\n'));
}

export function neutralise(data: string): string {
  return data.replace(CLOSING, '&lt;');
}

/** Undoes it in a text that a model wrote from what it was shown. */
export function restored(data: string): string {
  return data.replace(NEUTRALISED, '<');
}

function wrap(tag: TagName, attributes: string, inner: string): string {
  return `<${tag}${attributes}>\n${inner}\n</${tag}>`;
}
