/** A text under search (ACE: a playbook), immutable, known by the sha256 of its text. */
export interface Candidate {
  readonly hash: string;
  readonly text: string;
}

export interface NamedCandidate {
  readonly name: string;
  readonly text: string;
}
