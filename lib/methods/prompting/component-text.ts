import type { Candidate } from '@/lib/domain/candidate';
import { componentsOf } from '@/lib/domain/components';

/** The text that an update rewrites: the named component, else the candidate's whole text. */
export function componentText(base: Candidate, component: string | undefined): string {
  return componentsOf(base.text).get(component ?? '') ?? base.text;
}
