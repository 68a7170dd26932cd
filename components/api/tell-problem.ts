import { toast } from 'sonner';
import { ApiProblem } from './client';

/** For actions without a place of their own to show a fault. */
export function tellProblem(error: unknown): void {
  if (error instanceof ApiProblem) {
    toast.error(error.problem.detail, { description: error.problem.howToProceed[0] });
    return;
  }
  toast.error(error instanceof Error ? error.message : 'Something went wrong. Try again.');
}
