'use client';

import Markdown from 'react-markdown';
import { findMentions, type Mentionable } from '@/lib/domain/mention';

/**
 * A comment's Markdown. HTML in it stays text, addresses other than the web's are dropped by the library, pictures are
 * not loaded (they would tell a stranger who reads), and headings do not disturb those of the page.
 */
export function CommentBody({ body, mentions }: { body: string; mentions: readonly Mentionable[] }) {
  return (
    <div className="min-w-0 space-y-2 break-words text-[0.8125rem] text-ink-soft leading-relaxed">
      <Markdown rehypePlugins={[() => (tree) => markMentions(tree, mentions)]} components={COMPONENTS}>
        {body}
      </Markdown>
    </div>
  );
}

type Given = { readonly children?: React.ReactNode };
const strong = ({ children }: Given) => <p className="font-semibold text-ink">{children}</p>;

const COMPONENTS = {
  h1: strong,
  h2: strong,
  h3: strong,
  h4: strong,
  h5: strong,
  h6: strong,
  img: ({ alt }: { readonly alt?: string }) => <span>{alt ? `[picture: ${alt}]` : '[picture]'}</span>,
  a: ({ href, children }: Given & { readonly href?: string }) => (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-honey-text underline underline-offset-2"
    >
      {children}
    </a>
  ),
  ul: ({ children }: Given) => <ul className="ml-5 list-disc space-y-1">{children}</ul>,
  ol: ({ children }: Given) => <ol className="ml-5 list-decimal space-y-1">{children}</ol>,
  code: ({ children }: Given) => (
    <code className="rounded bg-sunken px-1 font-mono text-ink text-xs">{children}</code>
  ),
  pre: ({ children }: Given) => <pre className="overflow-x-auto rounded-md bg-sunken p-2">{children}</pre>,
  blockquote: ({ children }: Given) => (
    <blockquote className="border-line-strong border-l-2 pl-3 text-ink-faint">{children}</blockquote>
  ),
  mark: ({ children }: Given) => (
    <span className="rounded bg-honey-wash px-1 font-medium text-honey-text">{children}</span>
  ),
};

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
