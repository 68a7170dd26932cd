import { classNames } from './class-names';
import { CopyButton } from './copy-button';
import { ScrollBox } from './scroll-box';

interface CodeBlockProps {
  readonly text: string;
  readonly what: string;
  readonly wrap?: boolean;
  readonly className?: string;
}

export function CodeBlock({ text, what, wrap, className }: CodeBlockProps) {
  return (
    <div
      className={classNames(
        'group relative min-w-0 rounded-md border border-line bg-sunken pr-10',
        className,
      )}
    >
      <ScrollBox label={what} className="fade-around max-h-96 overflow-auto">
        <pre
          className={classNames(
            'p-3 pr-1 font-mono text-ink-soft text-xs leading-relaxed',
            wrap && 'whitespace-pre-wrap break-words',
          )}
        >
          {text}
        </pre>
      </ScrollBox>
      <div className="absolute top-1.5 right-1.5 rounded-md bg-sunken">
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}
