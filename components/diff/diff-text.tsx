import type { TextPart } from '@/lib/view/playbook-diff';

const MARKS: Readonly<Record<TextPart['mark'], string>> = {
  same: '',
  added: 'rounded-sm bg-good-wash text-good no-underline',
  removed: 'rounded-sm bg-bad-wash text-bad line-through',
};

/** Words with what was put in and taken out; struck through and by element, never by colour alone. */
export function DiffText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map((part, index) => {
    const Tag = part.mark === 'added' ? 'ins' : part.mark === 'removed' ? 'del' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name than their place
      <Tag key={index} className={MARKS[part.mark]}>
        {part.text}
      </Tag>
    );
  });
}
