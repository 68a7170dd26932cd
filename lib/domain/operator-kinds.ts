/** Ways of editing a prompt that a proposer can be told to take. */
export const OPERATOR_KINDS = [
  'insert',
  'delete',
  'rephrase',
  'reorder',
  'fewShotSwap',
  'instructionChannelEdit',
] as const;
export type OperatorKind = (typeof OPERATOR_KINDS)[number];
