import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { ROLES_CONFOUNDED } from './rules/claims';
import { refusal } from './rules/rule';

/**
 * A proposer that also serves bleeds its own ability into what looks like a better prompt. That blocks the
 * headline of a run until a person accepts it with a reason, which is then always shown with the headline.
 */
export interface Acknowledgement {
  readonly by: string;
  readonly reason: string;
  /** ISO. */
  readonly at: string;
}

export interface Confounding {
  readonly acknowledged: Acknowledgement | null;
  /** Why the headline is hidden, or who accepted it and why. */
  readonly sentence: string;
}

type Roles = Pick<RunManifest, 'models' | 'kind'>;

export function isConfounded({ models: { serving, proposer }, kind }: Roles): boolean {
  // A run that only measures asks no proposer.
  if (kind === 'evaluation') return false;
  // The practice model is the same wherever it listens.
  const isOnePlace = serving.origin === proposer.origin || (serving.practice && proposer.practice);
  return serving.model === proposer.model && isOnePlace;
}

/** Null where the roles are told apart. */
export function confoundingOf(manifest: Roles, acknowledged: Acknowledgement | null): Confounding | null {
  if (!isConfounded(manifest)) return null;
  if (acknowledged === null) return { acknowledged, sentence: ROLES_CONFOUNDED.sentence };
  const { by, reason } = acknowledged;
  return {
    acknowledged,
    sentence: `Proposer and serving model are the same (${manifest.models.serving.model}), acknowledged by ${by}: ${reason}`,
  };
}

const REASON_MIN = 20;

/** @throws AppError ROLES_CONFOUNDED without a reason, STATE_CONFLICT where there is nothing to acknowledge. */
export function assertMayAcknowledge(manifest: Roles, reason: string): void {
  if (!isConfounded(manifest)) {
    throw new AppError('STATE_CONFLICT', 'Proposer and serving model of this run are not the same.');
  }
  if (reason.trim().length >= REASON_MIN) return;
  const message = `Give a reason of at least ${REASON_MIN} characters.`;
  throw refusal(ROLES_CONFOUNDED, { fields: [{ path: 'reason', message }] });
}

/** Checks that a headline may be shown. @throws AppError ROLES_CONFOUNDED */
export function assertNotConfounded(confounding: Confounding | null): void {
  if (confounding !== null && confounding.acknowledged === null) throw refusal(ROLES_CONFOUNDED);
}
