import { say } from '@/components/ui/say';
import { ApiProblem } from './client';

/** For actions without a place of their own to show a fault. */
export function tellProblem(error: unknown): void {
  if (error instanceof ApiProblem) {
    say('error', error.problem.detail, { description: error.problem.howToProceed[0] });
    return;
  }
  say('error', error instanceof Error ? error.message : 'Something went wrong. Try again.');
}
