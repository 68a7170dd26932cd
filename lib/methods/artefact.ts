import type { Task } from '@/lib/domain/task';
import type { AnswerInput, Ask, Method } from './method';

/**
 * Any method on a task whose artefact is the candidate itself (a prompt, code, a configuration, an agent's design):
 * no model is asked for an answer, the candidate's text is the answer to every example, and the evaluator scores it.
 *
 * The question still goes the way of every call, so that rollouts are counted, capped, journaled and spread as ever;
 * it holds the candidate's text, and the worker that carries it out returns that text (`evaluation/artefact`). It costs
 * nothing. Knows nothing of what the text is for.
 */
export function methodForTask(method: Method, { artefact }: Pick<Task, 'artefact'>): Method {
  if (!artefact) return method;
  const echoing = ({ ask, candidate }: Pick<AnswerInput, 'ask' | 'candidate'>): Ask => {
    const content = method.replyOf?.(candidate.text) ?? candidate.text;
    return (request) =>
      request.purpose === 'generate' || request.purpose === 'evaluate'
        ? ask({ ...request, messages: [{ role: 'assistant', content }] })
        : ask(request);
  };
  return {
    ...method,
    answer: (input) => method.answer({ ...input, ask: echoing(input) }),
    mapExample: (input) => method.mapExample({ ...input, ask: echoing(input) }),
  };
}
