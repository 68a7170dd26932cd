'use client';

import { MarkdownText } from '@/components/ui/markdown-text';
import { findMentions, type Mentionable } from '@/lib/domain/mention';

/** A comment's Markdown, with the people whom it mentions marked. */
export function CommentBody({ body, mentions }: { body: string; mentions: readonly Mentionable[] }) {
  return <MarkdownText text={body} rehypePlugins={[() => (tree) => markMentions(tree, mentions)]} />;
}

/** As much of a parsed tree as is looked at here. */
interface Leaf {
  type: string;
  tagName?: string;
  value?: string;
  children?: Leaf[];
  properties?: object;
}

const NOT_WITHIN = new Set(['code', 'pre', 'a']);

function markMentions(node: Leaf, people: readonly Mentionable[]): void {
  if (!node.children || NOT_WITHIN.has(node.tagName ?? '')) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text') {
      markMentions(child, people);
      return [child];
    }
    return splitAtMentions(child.value ?? '', people);
  });
}

function splitAtMentions(text: string, people: readonly Mentionable[]): Leaf[] {
  const parts: Leaf[] = [];
  let from = 0;
  for (const { start, end, userIds } of findMentions(text, people)) {
    if (userIds.length === 0) continue;
    parts.push({ type: 'text', value: text.slice(from, start) });
    const label = { type: 'text', value: text.slice(start, end) };
    parts.push({ type: 'element', tagName: 'mark', properties: {}, children: [label] });
    from = end;
  }
  return [...parts, { type: 'text', value: text.slice(from) }];
}
