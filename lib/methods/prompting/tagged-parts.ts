/**
 * Parts of a prompt between tags, each tag on a line of its own. Data inside a part stays as it is, except that it
 * cannot close a part: a question that contains `</playbook>` must not become an instruction.
 */
const PLAYBOOK_TAGS = [
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
] as const;

const TAGS = [
  ...PLAYBOOK_TAGS,
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

/**
 * Parts for one family of prompts: data lose the closing tags of that family, and no others. A tag that one method adds
 * must not change what the prompts of another say about the same data, or its earlier runs would not replay.
 */
export function taggedParts<Tag extends TagName>(tags: readonly Tag[]) {
  // Models read sloppily spelled tags as tags, so blanks and capitals are met too.
  const closingTag = `(?=\\s*/\\s*(?:${tags.join('|')})\\b)`;
  const closing = new RegExp(`<${closingTag}`, 'gi');
  const neutralised = new RegExp(`&lt;${closingTag}`, 'gi');
  const neutralise = (data: string) => data.replace(closing, '&lt;');
  return {
    neutralise,
    /** Undoes it in a text that a model wrote from what it was shown. */
    restored: (data: string) => data.replace(neutralised, '<'),
    /** Data as a part. The text must come from outside or from a model; parts of parts go through `numberedParts`. */
    part: (tag: Tag, data: string) => wrap(tag, '', neutralise(data)),
    /** A list of parts inside one, numbered from 1 by an attribute. Each entry is data. */
    numberedParts(
      outer: Tag,
      inner: { readonly tag: Tag; readonly attribute: string },
      entries: readonly string[],
    ): string {
      const parts = entries.map((entry, index) =>
        wrap(inner.tag, ` ${inner.attribute}="${index + 1}"`, neutralise(entry)),
      );
      return wrap(outer, '', parts.join('\n'));
    },
  };
}

function wrap(tag: TagName, attributes: string, inner: string): string {
  return `<${tag}${attributes}>\n${inner}\n</${tag}>`;
}

export const { part, numberedParts, neutralise, restored } = taggedParts(TAGS);

/** Tags of the methods that keep a playbook: as they were before other tags joined them. */
export const playbookTags = taggedParts(PLAYBOOK_TAGS);
