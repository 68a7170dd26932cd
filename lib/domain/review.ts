import type { ReportDocument } from './report-document';
import type { SpeedupCondition } from './speedup-condition';

/**
 * The review of one version of a plan or a report, as facts: where it stands, who decides, who made what is decided on.
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
  /** Of the content as it is now. */
  readonly hash: string;
  readonly isNewest: boolean;
  /** When the review under way began; null where none is. */
  readonly askedAtMs: number | null;
  /** Names, as audit entries have them, of whoever made the report, its run or its experiment. */
  readonly authors: readonly string[];
  readonly reviewers: readonly ReviewerFacts[];
  /** Of a report that says a speedup: the conditions of one, as its run stands now; absent = it says none. */
  readonly conditions?: readonly SpeedupCondition[];
}

/** Whoever might be named as a reviewer. */
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
      /** Of the account that decides. */
      readonly memberSinceMs: number;
    }
  | { readonly kind: 'reopen' };

/** What somebody without an account sees under a link: one version, and nothing of the workspace beside it. */
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
