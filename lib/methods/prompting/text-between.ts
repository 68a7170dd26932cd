import type { Readable } from './readable';
import { restored, type TagName } from './tagged-parts';

/**
 * A text that a reply was asked to put between tags: from the first opening tag to the last closing one, since a prompt
 * may speak of tags itself. Where a tag is missing there is nothing to adopt: a reply that was not finished, or that
 * argues instead, must never become a prompt.
 */
export function textBetween(reply: string, tag: TagName): Readable<string> {
  const opening = `<${tag}>`;
  const start = reply.indexOf(opening);
  const end = reply.lastIndexOf(`</${tag}>`);
  if (start === -1 || end < start + opening.length) {
    return { ok: false, fault: 'noTaggedText' };
  }
  const text = restored(reply.slice(start + opening.length, end)).trim();
  if (text === '') return { ok: false, fault: 'emptyTaggedText' };
  return { ok: true, value: text };
}
