'use client';

import Markdown, { type Options } from 'react-markdown';
import { CopyButton } from './copy-button';

interface MarkdownTextProps {
  readonly text: string;
  readonly rehypePlugins?: Options['rehypePlugins'];
}

/**
 * Markdown that others wrote. HTML in it stays text, addresses other than the web's are dropped by the library, pictures
 * are not loaded (they would tell a stranger who reads), and headings do not disturb those of the page.
 */
export function MarkdownText({ text, rehypePlugins }: MarkdownTextProps) {
  return (
    <div className="min-w-0 space-y-2 break-words text-[0.8125rem] text-ink-soft leading-relaxed">
      <Markdown components={COMPONENTS} {...(rehypePlugins ? { rehypePlugins } : {})}>
        {text}
      </Markdown>
    </div>
  );
}

type Given = { readonly children?: React.ReactNode };
const strong = ({ children }: Given) => <p className="font-semibold text-ink">{children}</p>;

const COMPONENTS: Options['components'] = {
  h1: strong,
  h2: strong,
  h3: strong,
  h4: strong,
  h5: strong,
  h6: strong,
  // Prompts are written line by line, so a single line break is kept.
  p: ({ children }) => <p className="whitespace-pre-line">{children}</p>,
  img: ({ alt }) => <span>{alt ? `[picture: ${alt}]` : '[picture]'}</span>,
  a: ({ href, children }) => (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-honey-text underline underline-offset-2"
    >
      {children}
    </a>
  ),
  ul: ({ children }) => <ul className="ml-5 list-disc space-y-1">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="ml-5 list-decimal space-y-1">
      {children}
    </ol>
  ),
  code: ({ children }) => (
    <code className="rounded bg-sunken px-1 font-mono text-ink text-xs">{children}</code>
  ),
  pre: ({ node, children }) => (
    <div className="relative min-w-0 rounded-md border border-line bg-sunken">
      <pre className="whitespace-pre-wrap break-words p-2 pr-10">{children}</pre>
      <div className="absolute top-1 right-1">
        <CopyButton text={textOf(node)} what="the code" />
      </div>
    </div>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-line-strong border-l-2 pl-3 text-ink-faint">{children}</blockquote>
  ),
  mark: ({ children }) => (
    <span className="rounded bg-honey-wash px-1 font-medium text-honey-text">{children}</span>
  ),
};

interface Leaf {
  readonly value?: unknown;
  readonly children?: readonly unknown[];
}

function textOf(node: unknown): string {
  const { value, children } = (node ?? {}) as Leaf;
  return typeof value === 'string' ? value : (children ?? []).map(textOf).join('');
}
