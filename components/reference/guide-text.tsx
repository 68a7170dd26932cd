import Markdown, { type Options } from 'react-markdown';
import { CodeBlock } from '@/components/ui/code-block';
import { Link } from '@/components/ui/link';

/** Markdown of the guide, drawn on the server: it is our own text, so its links lead to our own pages. */
export function GuideText({ text }: { readonly text: string }) {
  return (
    <div className="min-w-0 space-y-3 text-[0.875rem] text-ink-soft leading-relaxed">
      <Markdown components={COMPONENTS}>{text}</Markdown>
    </div>
  );
}

const COMPONENTS: Options['components'] = {
  a: ({ href, children }) => (
    <Link href={href ?? '/docs'} className="text-honey-text underline underline-offset-2">
      {children}
    </Link>
  ),
  ul: ({ children }) => <ul className="ml-5 list-disc space-y-1.5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="ml-5 list-decimal space-y-1.5">
      {children}
    </ol>
  ),
  strong: ({ children }) => <strong className="font-medium text-ink">{children}</strong>,
  code: ({ children }) => (
    <code className="rounded bg-sunken px-1 font-mono text-[0.8125rem] text-ink">{children}</code>
  ),
  pre: ({ node }) => <CodeBlock text={textOf(node).trim()} what="the command" wrap />,
};

interface Leaf {
  readonly value?: unknown;
  readonly children?: readonly unknown[];
}

function textOf(node: unknown): string {
  const { value, children } = (node ?? {}) as Leaf;
  return typeof value === 'string' ? value : (children ?? []).map(textOf).join('');
}
