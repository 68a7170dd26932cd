import type { FlagChangeView } from '@/lib/contracts/slot-history';
import type { SlotScope } from '@/lib/domain/actor';
import { percentWords } from './canary/plan-lines';

/** Words for what a slot says as a code: changes of its flag, scopes of its keys. */
export const CHANGE_WORDS: Readonly<Record<FlagChangeView['kind'], string>> = {
  first: 'First prompt',
  promoted: 'Promoted',
  stepped: 'Live step',
  reverted: 'Reverted',
  ended: 'Live step ended',
  archived: 'Archived',
  restored: 'Restored',
};

/** Prompt that callers receive from a change on, worded to follow "Promoted:" or "Live was". */
export function liveSentence({ kind, live, split }: FlagChangeView): string {
  const inCode = 'the default in the callers’ code';
  if (kind === 'archived') return `${inCode}.`;
  const all = live === null ? inCode : `version ${live.version}`;
  return split === null
    ? `${all} for all callers.`
    : `${all}, and the challenger for ${percentWords(split.share)} of the callers.`;
}

export const SCOPE_WORDS: Readonly<Record<SlotScope, { readonly name: string; readonly meaning: string }>> = {
  evaluate: { name: 'Evaluate', meaning: 'Ask for the prompt, and use the gateway.' },
  ingest: { name: 'Ingest', meaning: 'Post exposures, and the outcomes of answers.' },
  rollback: { name: 'Roll back', meaning: 'Revert, for a script that watches your service.' },
};
