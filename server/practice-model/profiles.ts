/**
 * The practice profiles: every number of the practice model that is fitted or fixed, in one place.
 * Shares: ruling P1. Curves: least squares on the published naive entry counts (Combee, figure 2), nothing else.
 * Knows nothing of Combee, of levels or of methods.
 */
export interface OverloadCurve {
  /** Entries per input that a call with very few inputs would keep. */
  readonly a: number;
  /** Inputs at which the loss begins to bite: there half of `a` is left. */
  readonly m0: number;
  /** How steeply it falls beyond m0. */
  readonly g: number;
}

export interface PracticeProfile {
  readonly id: 'formula' | 'finer' | 'backOffice';
  /** Share of examples that are always answered right: the base model's accuracy. */
  readonly easyShare: number;
  /** Share answered right only where the prompt holds the insight that the example needs. The rest is never right. */
  readonly learnableShare: number;
  /** Topics in use where the examples carry no group: each example then falls into one by its id. */
  readonly topicCount: number;
  readonly curve: OverloadCurve;
  /** The playbook section that this profile's insights belong to. */
  readonly section: string;
}

export const PRACTICE_PROFILES = {
  formula: {
    id: 'formula',
    easyShare: 0.64,
    learnableShare: 0.235,
    topicCount: 50,
    curve: { a: 1.12, m0: 10, g: 1.06 },
    section: 'formulas_and_calculations',
  },
  finer: {
    id: 'finer',
    easyShare: 0.666,
    learnableShare: 0.095,
    // With 21 topics the 11 entries published at batch size 125 cover 1 - (20/21)^11 = 42 % of what can be learnt.
    topicCount: 21,
    curve: { a: 0.46, m0: 18, g: 1.54 },
    section: 'context_clues_and_indicators',
  },
  /** Shares as Formula's, by the tickets (back-office/tasks); no curve was published, so Formula's is taken as it is. */
  backOffice: {
    id: 'backOffice',
    easyShare: 0.64,
    learnableShare: 0.235,
    topicCount: 16,
    curve: { a: 1.12, m0: 10, g: 1.06 },
    section: 'strategies_and_insights',
  },
} as const satisfies Record<string, PracticeProfile>;

export type PracticeProfileId = keyof typeof PRACTICE_PROFILES;
