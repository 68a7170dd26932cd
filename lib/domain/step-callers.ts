/** Callers who were served in a live step, by arm, and what is known of their outcomes. */
export interface ArmCallers {
  /** Callers who were served. */
  readonly served: number;
  /** Served callers whose time for an outcome is over. */
  readonly due: number;
  /** Due callers without an outcome. */
  readonly missing: number;
  /** Callers served within the hours of the step who have no outcome yet and time left for one. */
  readonly open: number;
}

export interface StepCallers {
  readonly control: ArmCallers;
  readonly challenger: ArmCallers;
}
