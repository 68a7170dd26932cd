import type { Candidate } from '@/lib/domain/candidate';
import { stated } from '@/lib/domain/cause';
import { componentsOf, WHOLE_TEXT } from '@/lib/domain/components';
import { describePrompt } from '@/lib/methods/prompting/describe-prompt';
import type { Measured } from '@/lib/methods/prompting/measure-selection';
import type { SearchTools } from '@/lib/methods/search';
import type { ProposedInstructions } from './propose-instructions';

/** Facts in the ledger about prompts that the search meets. Decides nothing. */

/** A combination at its first trial: from here on its text can be read. */
export function emitProposed(
  tools: SearchTools,
  {
    seed,
    candidate,
    measured,
    full,
  }: {
    readonly seed: Candidate;
    readonly candidate: Candidate;
    readonly measured: Measured;
    readonly full: boolean;
  },
): void {
  const { iteration } = tools;
  tools.emit('candidate.proposed', `${iteration}/0`, {
    iteration,
    proposal: 0,
    how: 'trial',
    parentHashes: [seed.hash],
    hash: candidate.hash,
    text: candidate.text,
    components: changedComponents(seed.text, candidate.text),
    parentScore: null,
    childScore: measured.score.mean,
    examples: measured.score.n,
    accepted: full,
    reason: { code: full ? 'wholeSelection' : 'minibatchOnly' },
  });
}

/** Instructions that were asked for and never came. */
export function emitFailedProposals(
  tools: SearchTools,
  seed: Candidate,
  failed: ProposedInstructions['failed'],
): void {
  const { iteration } = tools;
  for (const { proposal, tip, cause } of failed) {
    tools.emit('candidate.proposed', `${iteration}/${proposal}`, {
      iteration,
      proposal,
      how: 'trial',
      parentHashes: [seed.hash],
      hash: null,
      text: null,
      components: [],
      parentScore: null,
      childScore: null,
      examples: 0,
      accepted: false,
      reason: { code: 'failed', cause: stated(cause), tip },
    });
  }
}

export function emitCreated(tools: SearchTools, seed: Candidate, candidate: Candidate): void {
  const { iteration } = tools;
  tools.emit('candidate.created', `${iteration}`, {
    iteration,
    hash: candidate.hash,
    parentHash: seed.hash,
    text: candidate.text,
    ...describePrompt(candidate),
    applied: 1,
    ignored: 0,
  });
}

/** Empty for a candidate of one text. */
function changedComponents(before: string, after: string): readonly string[] {
  const old = componentsOf(before);
  return [...componentsOf(after)].flatMap(([name, text]) =>
    name === WHOLE_TEXT || old.get(name) === text ? [] : [name],
  );
}
