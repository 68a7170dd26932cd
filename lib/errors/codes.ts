/**
 * The one table of error codes: what kind of failure each is, and whether trying again can help.
 * Knows nothing of HTTP or of the queue: `server/http` maps the kind to a status, the worker to a job outcome.
 */

/** `kind` alone decides the HTTP status and the outcome of a job. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'tooLarge'
  | 'refused'
  | 'exhausted'
  | 'limited'
  | 'upstream'
  | 'lost'
  | 'broken';

interface CodeFacts {
  readonly kind: ErrorKind;
  readonly retryable: boolean;
}

export const ERROR_CODES = {
  INPUT_INVALID: { kind: 'invalid', retryable: false },
  TARGETING_KEY_MISSING: { kind: 'invalid', retryable: false },
  PLAN_INCOMPLETE: { kind: 'invalid', retryable: false },
  OUTPUT_UNPARSEABLE: { kind: 'invalid', retryable: false },
  IMPORT_REJECTED: { kind: 'invalid', retryable: false },
  MAPPING_UNCERTAIN: { kind: 'refused', retryable: false },
  CONFIG_INVALID: { kind: 'invalid', retryable: false },
  SIGN_IN_REQUIRED: { kind: 'unauthenticated', retryable: false },
  KEY_INVALID: { kind: 'unauthenticated', retryable: false },
  ROLE_FORBIDDEN: { kind: 'forbidden', retryable: false },
  CROSS_SITE_REQUEST: { kind: 'forbidden', retryable: false },
  REVIEW_OWN_WORK: { kind: 'forbidden', retryable: false },
  PERSON_REQUIRED: { kind: 'forbidden', retryable: false },
  SIGN_IN_STALE: { kind: 'forbidden', retryable: false },
  ACCOUNT_TOO_NEW: { kind: 'forbidden', retryable: false },
  REVIEW_NOT_ASKED: { kind: 'forbidden', retryable: false },
  COMMENT_NOT_YOURS: { kind: 'forbidden', retryable: false },
  NOT_FOUND: { kind: 'missing', retryable: false },
  STATE_CONFLICT: { kind: 'conflict', retryable: false },
  SPLIT_PINNED: { kind: 'conflict', retryable: false },
  ALREADY_DECIDED: { kind: 'conflict', retryable: false },
  CONFIRMATION_SPENT: { kind: 'conflict', retryable: false },
  ALREADY_EVALUATED: { kind: 'conflict', retryable: false },
  PROXY_UNCALIBRATED: { kind: 'conflict', retryable: false },
  HYBRID_NOT_NEEDED: { kind: 'conflict', retryable: false },
  COLLAPSED_ADD_DIVERSITY_FIRST: { kind: 'conflict', retryable: false },
  WORKER_RAISE_CONDITIONS: { kind: 'conflict', retryable: false },
  CONFIG_NOT_READY: { kind: 'conflict', retryable: false },
  UNPINNED_SCHEDULER: { kind: 'conflict', retryable: false },
  CACHE_OFF_NO_REASON: { kind: 'refused', retryable: false },
  EVALUATOR_CONFOUNDED: { kind: 'conflict', retryable: false },
  SELECT_BEST_ON_TRAIN: { kind: 'conflict', retryable: false },
  NO_SERIAL_DIAGNOSIS: { kind: 'conflict', retryable: false },
  EXPLORATORY_NOT_DUE: { kind: 'conflict', retryable: false },
  EXPLORATORY_STAYS: { kind: 'conflict', retryable: false },
  EXPLORATORY_UNQUOTED: { kind: 'conflict', retryable: false },
  SERIAL_CURVE_MISSING: { kind: 'refused', retryable: false },
  DIAGNOSIS_WITHOUT_ALTERNATIVE: { kind: 'refused', retryable: false },
  BASELINE_REFERENCED: { kind: 'conflict', retryable: false },
  EVAL_RETUNED: { kind: 'conflict', retryable: false },
  SHADOW_REQUIRED: { kind: 'conflict', retryable: false },
  EPSILON_PINNED: { kind: 'conflict', retryable: false },
  HELDOUT_BELOW_TARGET: { kind: 'conflict', retryable: false },
  CONFIRMATION_MISSING: { kind: 'conflict', retryable: false },
  PROMPT_TOO_HEAVY: { kind: 'conflict', retryable: false },
  CANARY_BELOW_MARGIN: { kind: 'conflict', retryable: false },
  ROLLED_BACK_HASH: { kind: 'conflict', retryable: false },
  APPROVALS_MISSING: { kind: 'conflict', retryable: false },
  EPSILON_MISSING: { kind: 'refused', retryable: false },
  CANARY_UNDERPOWERED: { kind: 'refused', retryable: false },
  PRACTICE_IN_PRODUCTION: { kind: 'refused', retryable: false },
  REVIEW_HASH_STALE: { kind: 'conflict', retryable: false },
  REPORT_SUPERSEDED: { kind: 'conflict', retryable: false },
  REVIEWERS_MISSING: { kind: 'refused', retryable: false },
  REVIEWER_UNFIT: { kind: 'refused', retryable: false },
  BODY_TOO_LARGE: { kind: 'tooLarge', retryable: false },
  SPLIT_NOT_REGISTERED: { kind: 'refused', retryable: false },
  STATIC_BATCH_NO_REASON: { kind: 'refused', retryable: false },
  ROLE_MODEL_MISSING: { kind: 'refused', retryable: false },
  GPU_TIME_UNKNOWN: { kind: 'refused', retryable: false },
  PRICE_UNKNOWN: { kind: 'refused', retryable: false },
  ADDRESS_REFUSED: { kind: 'refused', retryable: false },
  NO_FLUSH_TRIGGER: { kind: 'refused', retryable: false },
  PREEMPTION_UNSPECIFIED: { kind: 'refused', retryable: false },
  OPERATORS_LT_3: { kind: 'refused', retryable: false },
  NO_TEMPERATURE_SCHEDULE: { kind: 'refused', retryable: false },
  NO_ANTI_COLLAPSE_RULE: { kind: 'refused', retryable: false },
  OPERATOR_WEIGHTS_INVALID: { kind: 'refused', retryable: false },
  NO_RESEED_RULE: { kind: 'refused', retryable: false },
  LANES_WITHOUT_DIVERSITY: { kind: 'refused', retryable: false },
  PER_TASK_HELDOUT_REQUIRED: { kind: 'refused', retryable: false },
  SHAPE_REASON_MISSING: { kind: 'refused', retryable: false },
  REJECTED_SHAPES_MISSING: { kind: 'refused', retryable: false },
  REPORT_SECTIONS: { kind: 'refused', retryable: false },
  MONITOR_UNKNOWN: { kind: 'refused', retryable: false },
  HEADLINE_ON_TRAIN: { kind: 'refused', retryable: false },
  REPORT_TOO_EARLY: { kind: 'conflict', retryable: false },
  CONFIGURATION_UNMAPPED: { kind: 'refused', retryable: false },
  HEADLINE_NOT_MEASURED: { kind: 'refused', retryable: false },
  HELD_OUT_TOO_SMALL: { kind: 'refused', retryable: false },
  PROMOTED_ON_TRAIN: { kind: 'refused', retryable: false },
  TRAIN_PATIENCE: { kind: 'refused', retryable: false },
  REGRESSION_AS_WIN: { kind: 'refused', retryable: false },
  SPEEDUP_CONDITIONS_UNMET: { kind: 'conflict', retryable: false },
  ROLES_CONFOUNDED: { kind: 'conflict', retryable: false },
  SPEEDUP_WITHOUT_COST: { kind: 'refused', retryable: false },
  HEADLINE_IS_SPEEDUP: { kind: 'refused', retryable: false },
  COST_HALF_STATEMENT: { kind: 'refused', retryable: false },
  COST_TO_TARGET_MISSING: { kind: 'refused', retryable: false },
  HARDWARE_MISMATCH: { kind: 'refused', retryable: false },
  SPLIT_MISMATCH: { kind: 'refused', retryable: false },
  NO_HONEST_EVALUATOR: { kind: 'refused', retryable: false },
  NOT_CONVERGED: { kind: 'refused', retryable: false },
  PII_IN_PROMPT: { kind: 'refused', retryable: false },
  MISSING_INPUTS: { kind: 'refused', retryable: false },
  DEFAULT_CHANGED_NO_REASON: { kind: 'refused', retryable: false },
  BUDGET_BELOW_FLOOR: { kind: 'refused', retryable: false },
  HELD_OUT_CONTAMINATED: { kind: 'conflict', retryable: false },
  AGENT_TOOLS_LIVE: { kind: 'refused', retryable: false },
  AGENT_ENVIRONMENT: { kind: 'refused', retryable: false },
  AGENT_UNPROVEN: { kind: 'refused', retryable: false },
  COMMAND_UNKNOWN: { kind: 'refused', retryable: false },
  BUDGET_EXHAUSTED: { kind: 'exhausted', retryable: false },
  DOCUMENT_TOO_LARGE: { kind: 'refused', retryable: false },
  RATE_LIMITED: { kind: 'limited', retryable: true },
  MODEL_RATE_LIMITED: { kind: 'upstream', retryable: true },
  PROVIDER_AWAY: { kind: 'upstream', retryable: true },
  MODEL_UNAVAILABLE: { kind: 'upstream', retryable: true },
  MODEL_TIMED_OUT: { kind: 'upstream', retryable: true },
  MODEL_REJECTED: { kind: 'upstream', retryable: false },
  ENVIRONMENT_DOWN: { kind: 'upstream', retryable: true },
  OBJECTS_UNAVAILABLE: { kind: 'upstream', retryable: true },
  DATABASE_UNAVAILABLE: { kind: 'upstream', retryable: true },
  DISK_FULL: { kind: 'upstream', retryable: true },
  LEASE_LOST: { kind: 'lost', retryable: false },
  LEDGER_SEQ_TAKEN: { kind: 'lost', retryable: false },
  STORED_UNREADABLE: { kind: 'broken', retryable: false },
  INVARIANT_BROKEN: { kind: 'broken', retryable: false },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;
