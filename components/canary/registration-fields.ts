import type { UseFormReturn } from 'react-hook-form';
import type { RegistrationDraft } from '@/lib/view/canary/plan-draft';

/** The registration form as its parts use it. */
export interface RegistrationFields extends UseFormReturn<RegistrationDraft> {
  /** Why the last sending failed; null where it did not. */
  readonly problem: unknown;
  readonly fault: (path: string) => string | undefined;
}
