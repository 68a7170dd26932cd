import type { PinnedAgent } from '@/lib/domain/agent';
import { agentComponents } from '@/lib/domain/agent-components';
import { agentTaskText } from '@/lib/domain/agent-task';
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
