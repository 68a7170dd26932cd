import type { z } from 'zod';
import type { Immutable } from './immutable';
import type { chosenModel, intakeAnswers, intakeSettings } from './intake-schema';

/**
 * What a person has answered in the guided set-up of an experiment. Every member may be missing: that is a question
 * still open, and never a default. Scores are shares of 0..1.
 */
export const INTAKE_STEPS = [
  'task',
  'serial',
  'hardware',
  'budget',
  'evalSet',
  'failureCost',
  'defaults',
  'review',
] as const;
export type IntakeStep = (typeof INTAKE_STEPS)[number];

export type IntakeAnswers = Immutable<z.output<typeof intakeAnswers>>;
export type BindingConstraint = NonNullable<IntakeAnswers['binding']>;
export type IntakeModel = Immutable<z.output<typeof chosenModel>>;
/** Defaults of the set-up that a person has changed; what is missing stays at its default. */
export type IntakeSettings = Immutable<z.output<typeof intakeSettings>>;

/** Everything that one saved draft holds. */
export interface IntakeRecord {
  readonly answers: IntakeAnswers;
  /** {id of a default's rule: why it was changed}. */
  readonly reasons: Readonly<Record<string, string | undefined>>;
}
