import type { ReportDocument } from './report-document';
import type { SpeedupCondition } from './speedup-condition';

/**
 * The review of one version of a plan or a report, as facts: state, reviewers, authors of the document.
 * Knows nothing of comments, pages or rows.
 */
export const REVIEW_STATES = ['draft', 'inReview', 'accepted', 'rejected'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const REVIEW_DECISIONS = ['accepted', 'rejected'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

export interface ReviewerFacts {
  readonly userId: string;
  /** Null until decided. */
  readonly decision: ReviewDecision | null;
  /** The content that was decided on. */
  readonly hash: string | null;
}

export interface ReviewFacts {
  readonly state: ReviewState;
  /** Hash of the current content. */
  readonly hash: string;
  readonly isNewest: boolean;
  /** When the review under way began; null where none is. */
  readonly askedAtMs: number | null;
  /** Names, as in audit entries, of the authors of the report, its run or its experiment. */
  readonly authors: readonly string[];
  readonly reviewers: readonly ReviewerFacts[];
  /** Conditions of a speedup that the report states, as its run meets them now; absent = no speedup stated. */
  readonly conditions?: readonly SpeedupCondition[];
}

/** Person who can be named as a reviewer. */
export interface ReviewCandidate {
  readonly userId: string;
  /** As audit entries have it. */
  readonly name: string;
  readonly mayReview: boolean;
  readonly isActive: boolean;
  /** Since when their account has been in the workspace. */
  readonly memberSinceMs: number;
}

export type ReviewStep =
  | {
      readonly kind: 'name';
      readonly reviewers: readonly string[];
      readonly people: readonly ReviewCandidate[];
    }
  | { readonly kind: 'ask' }
  | {
      readonly kind: 'decide';
      readonly decision: ReviewDecision;
      readonly note: string;
      readonly hash: string;
      readonly nowMs: number;
      /** Moment when the deciding account joined. */
      readonly memberSinceMs: number;
    }
  | { readonly kind: 'reopen' };

/** Content of a shared link, for people without an account: one version, and nothing else of the workspace. */
export interface SharedReport {
  readonly title: string;
  readonly version: number;
  readonly isNewest: boolean;
  readonly state: ReviewState;
  readonly hash: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly document: ReportDocument;
}
