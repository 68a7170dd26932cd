import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { namedCandidate } from './manifest-schema';

/** A text under search (ACE: a playbook), immutable, known by the sha256 of its text. */
export interface Candidate {
  readonly hash: string;
  readonly text: string;
}

export type NamedCandidate = Immutable<z.output<typeof namedCandidate>>;
