import { playbookTags } from '@/lib/methods/prompting/tagged-parts';
import type { ChatMessage } from '@/lib/ports/language-model';

/** What an errand taught: a reflection on the whole conversation, then additions to the playbook. */
const REFLECTOR = `You are the reflector.
An agent did an errand by writing Python against the apps of a person. You see its whole conversation with the world and how the end state was judged.

Find out what the next errand of this kind should do otherwise:
- Name the first step that went wrong, and why it was taken. A failed call that was corrected later is a lesson too: how is it avoided?
- Say what is true of the apps: which function gives which information, what its parameters mean, how its pages end, which errors it gives.
- Write each lesson so that it can be followed without having seen this errand: no names, amounts or dates of it.
- If everything went well, say which steps made it so.

Reply in plain text, a lesson a line.`;

const CURATOR = `You are the curator.
You look after the playbook of an agent that does errands by writing Python. Below are a reflection on its latest errand, the conversation, and the playbook.

Add what the playbook does not say yet. Each addition is one line, can be followed without having seen the errand, and is as specific as the reflection. Do not repeat, reword or remove lines. Add nothing where nothing is new.

Sections: strategies_and_hard_rules, apis_to_use_for_specific_information, useful_code_snippets_and_templates, common_mistakes_and_correct_strategies, problem_solving_heuristics_and_workflows, verification_checklist, troubleshooting_and_pitfalls, others.

Reply with one JSON object and nothing else:
{"reasoning": "why these lines", "operations": [{"type": "ADD", "section": "others", "content": "the line"}]}`;

export interface LearningPrompt {
  readonly playbook: string;
  readonly conversation: readonly ChatMessage[];
}

export function worldReflectorMessages(
  prompt: LearningPrompt & { readonly feedback: string },
): ChatMessage[] {
  const parts = [
    playbookTags.part('playbook', prompt.playbook),
    playbookTags.part('feedback', prompt.feedback),
    playbookTags.part('reasoning_trace', spoken(prompt.conversation)),
  ];
  return [
    { role: 'system', content: REFLECTOR },
    { role: 'user', content: parts.join('\n') },
  ];
}

export function worldCuratorMessages(
  prompt: LearningPrompt & { readonly reflection: string },
): ChatMessage[] {
  const parts = [
    playbookTags.part('playbook', prompt.playbook),
    playbookTags.part('reflection', prompt.reflection),
    playbookTags.part('reasoning_trace', spoken(prompt.conversation)),
  ];
  return [
    { role: 'system', content: CURATOR },
    { role: 'user', content: parts.join('\n') },
  ];
}

const spoken = (conversation: readonly ChatMessage[]): string =>
  conversation.map(({ role, content }) => `${role}: ${content.trim()}`).join('\n\n');
