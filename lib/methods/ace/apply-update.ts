import type { Candidate } from '@/lib/domain/candidate';
import { contentHash } from '@/lib/domain/content-hash';
import type { Edit } from '@/lib/domain/edit';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Reflection } from '@/lib/domain/reflection';
import type { Update } from '@/lib/domain/update';
import type { AppliedUpdate } from '@/lib/methods/method';
import { ACE_DEFAULT_SETTINGS, aceSettings } from './ace-settings';
import { type AppliedEdits, applyEdits } from './apply-edits';
import { countTags } from './count-tags';
import { keepCounter, nextBulletId, withoutCounter } from './next-bullet-id';
import { parseBulletLine, parseBullets } from './parse-bullet-line';
import { settleEdits } from './settle-edits';

/** From a playbook's text to the next candidate, without a model. */
export function candidateOf(text: string): Candidate {
  return { hash: contentHash(text), text };
}

/** All tags of the iteration once, before any aggregation, so that every call of the scan sees the same counters. */
export function countReflections(
  base: Candidate,
  reflections: readonly Reflection[],
  manifest: RunManifest,
): Candidate {
  const valid = reflections.filter(({ invalid }) => invalid === null);
  const tags = valid.flatMap(({ bulletTags }) => bulletTags);
  const text = countTags(base.text, tags, aceSettings(manifest).tagCounting);
  return text === base.text ? base : candidateOf(text);
}

/**
 * Additions with fresh ids, up to the token budget (the published default where no manifest is given). An invalid
 * update, one without edits, and one whose edits are all ignored give back the very same candidate.
 */
export function applyUpdate(base: Candidate, update: Update, manifest?: RunManifest): AppliedUpdate {
  const edits = update.invalid === null ? update.edits.flatMap(plainEdit) : [];
  const { playbookTokenBudget, edits: kinds } = manifest ? aceSettings(manifest) : ACE_DEFAULT_SETTINGS;
  const after = (kinds === 'all' ? applyAll : applyAdditions)(base.text, edits, playbookTokenBudget);
  return {
    candidate: after.applied === 0 ? base : candidateOf(after.playbook),
    applied: after.applied,
    ignored: update.edits.length - after.applied,
  };
}

const applyAdditions = (playbook: string, edits: readonly Edit[], tokenBudget: number): AppliedEdits =>
  applyEdits({ playbook, edits, nextId: nextBulletId(playbook), tokenBudget, preamble: 'keep' });

/** All four kinds: conflicts settled first, and the counter carried on past bullets that go. */
function applyAll(text: string, edits: readonly Edit[], tokenBudget: number): AppliedEdits {
  const playbook = withoutCounter(text);
  const known = new Set(parseBullets(playbook).map(({ id }) => id));
  const settled = settleEdits(edits, known);
  const nextId = nextBulletId(text);
  const after = applyEdits({
    playbook,
    edits: settled,
    nextId,
    rewrites: true,
    tokenBudget,
    preamble: 'keep',
  });
  return { ...after, playbook: keepCounter(after.playbook, after.nextId) };
}

/**
 * A bullet is one line. Line breaks in a content would let a reply write headers and bullets with ids of its own
 * choice; a content that already is a whole bullet line is reduced to what it says. Empty ones are left out.
 */
function plainEdit(edit: Edit): Edit[] {
  if (edit.type === 'remove') return [edit];
  const line = edit.content.replace(/\s+/g, ' ').trim();
  const content = parseBulletLine(line)?.content ?? line;
  return content === '' ? [] : [{ ...edit, content }];
}
