import type { PinnedAgent } from '@/lib/domain/agent';
import { agentTaskText } from '@/lib/domain/agent-task';
import { type Components, componentsOf, WHOLE_TEXT } from '@/lib/domain/components';
import type { AnswerInput, Ask, Method } from './method';

/**
 * Any method with an agent in the place of the one model call: a request for an answer carries the task and the
 * components of the candidate, and the worker that carries it out runs the agent. So rollouts are counted, capped,
 * journaled and spread as ever, and the method reads the outcome (`prompting/answer-of-rollout`) without knowing which
 * kind of agent gave it.
 */
export function methodForAgent(method: Method, agent: PinnedAgent | undefined): Method {
  if (agent === undefined) return method;
  const given = ({ ask, candidate, example }: Pick<AnswerInput, 'ask' | 'candidate' | 'example'>): Ask => {
    const { question, context, environment } = example;
    const components = agentComponents(agent, candidate.text);
    const content = agentTaskText({
      input: { question, context },
      ...(environment && { environment }),
      candidateHash: candidate.hash,
      components,
    });
    return (request) =>
      request.purpose === 'generate' || request.purpose === 'evaluate'
        ? ask({ ...request, messages: [{ role: 'user', content }] })
        : ask(request);
  };
  return {
    ...method,
    answer: (input) => method.answer({ ...input, ask: given(input) }),
    mapExample: (input) => method.mapExample({ ...input, ask: given(input) }),
  };
}

/**
 * The text of each component that the agent declares. A candidate without sections is the text of the first component;
 * the others keep their initial text.
 */
export function agentComponents(
  { settings }: PinnedAgent,
  candidateText: string,
): Readonly<Record<string, string>> {
  const texts: Components = componentsOf(candidateText);
  const whole = texts.get(WHOLE_TEXT);
  return Object.fromEntries(
    settings.components.map(({ name, initialText }, index) => {
      const own = texts.get(name);
      return [name, own ?? (index === 0 && whole !== undefined ? whole : initialText)];
    }),
  );
}
