import type { Candidate } from '@/lib/domain/candidate';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Update } from '@/lib/domain/update';
import type { AppliedUpdate, Ask, Method } from '@/lib/methods/method';
import { changesSomething } from './aggregate-group';
import type { Scanned } from './scan';

/** APPLY: the update of a scan becomes the new candidate. It is screened before and tidied up after, where that is asked. */
export interface ApplyInput {
  readonly method: Method;
  readonly manifest: RunManifest;
  /** The candidate before the iteration, without its counters. */
  readonly base: Candidate;
  readonly ask: Ask;
  /** Chooses the part of the update to apply, so that a rule can take copies out; if absent, all of it is applied. */
  readonly screen?: ((scanned: Scanned) => Promise<Update>) | undefined;
}

export async function applyScan(input: ApplyInput, scanned: Scanned): Promise<AppliedUpdate> {
  const { method, manifest, screen } = input;
  // A failed or empty update is never handed to a method: the candidate stays as it is, counters included.
  const update = screen ? await screen(scanned) : scanned.scan.update;
  const applied = changesSomething(update)
    ? method.apply(scanned.base, update, manifest)
    : { candidate: scanned.base, applied: 0, ignored: 0 };
  return { ...applied, candidate: await refine(input, applied.candidate) };
}

/** Only a candidate that has changed is tidied up. */
async function refine({ method, manifest, ask, base }: ApplyInput, candidate: Candidate): Promise<Candidate> {
  if (!method.refine || candidate.hash === base.hash) return candidate;
  return (await method.refine(candidate, { manifest, ask })).candidate;
}
