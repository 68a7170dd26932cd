import { say } from '@/components/ui/say';
import { problemWords } from '@/lib/view/problem-words';
import { ApiProblem } from './client';

/** For actions without a place of their own to show a fault. */
export function tellProblem(error: unknown): void {
  if (error instanceof ApiProblem) {
    say('error', problemWords(error.problem).title, { description: error.problem.howToProceed[0] });
    return;
  }
  say('error', error instanceof Error ? error.message : 'Something went wrong. Try again.');
}
