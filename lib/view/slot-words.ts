import type { FlagChangeView } from '@/lib/contracts/slot-prompts';
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

/** What callers were answered from a change on. */
export function liveSentence({ kind, live, split }: FlagChangeView): string {
  if (kind === 'archived') return 'callers used the default in their code.';
  const all = live === null ? 'callers used the default in their code' : `version ${live.version} was live`;
  return split === null ? `${all}.` : `${all}, and ${percentWords(split.share)} of the callers got the challenger.`;
}

export const SCOPE_WORDS: Readonly<Record<SlotScope, { readonly name: string; readonly meaning: string }>> = {
  evaluate: { name: 'Evaluate', meaning: 'Ask for the prompt, and use the gateway.' },
  ingest: { name: 'Ingest', meaning: 'Post exposures, and outcomes of answers that we handed out.' },
  rollback: { name: 'Roll back', meaning: 'Revert, for a script that watches your service.' },
};
