import type { OperatorKind } from '@/lib/domain/operator-kinds';

/**
 * The last sentence of a reflector's prompt under each operator: reflections on alike examples then look for unlike
 * things, so that parallel groups do not all write the same edit (rulings E7). ACE only adds bullets, so `delete` asks
 * for the insight that makes an old habit not worth following.
 */
export const LENSES_VERSION = 1;

export const LENSES: Readonly<Record<OperatorKind, string>> = {
  insert:
    'This time look for what is missing: let key_insight be something that none of the bullets above says yet.',
  delete:
    'This time look for what misleads: let key_insight name the habit or rule that should not be followed here, and what holds in its place.',
  rephrase:
    'This time look at the wording: let key_insight be one instruction that cannot be misread, in other words than the trace and the bullets use.',
  reorder:
    'This time look at the order of the steps: let key_insight say what has to be settled first and what may only come after it.',
  fewShotSwap:
    'This time look for a model to imitate: let key_insight end with one very short worked case of the same kind, with figures of its own.',
  instructionChannelEdit:
    'This time look at how the task itself is put: let key_insight be a rule about reading the task or writing the answer that holds for all questions of this kind.',
};
