import { classNames } from '@/components/ui/class-names';
import { ScrollBox } from '@/components/ui/scroll-box';
import { plural } from '@/lib/view/numbers';
import type { CombinedEdit } from '@/lib/view/scan-tree';

interface EditsProps {
  readonly edits: readonly string[];
  readonly lit: ReadonlySet<string>;
  readonly label: string;
}

/** Edits that a group proposes. */
export function Edits({ edits, lit, label }: EditsProps) {
  if (edits.length === 0) return null;
  return (
    <ScrollBox label={label} className="fade-ends max-h-60 overflow-y-auto text-xs">
      <ul className="flex flex-col gap-1">
        {edits.map((edit) => (
          <li
            key={edit}
            className={classNames('border-honey-line border-l-2 pl-2 text-ink-soft', lit.has(edit) && LIT)}
          >
            {edit}
            {lit.has(edit) ? <span className="text-honey-text"> · from it</span> : null}
          </li>
        ))}
      </ul>
    </ScrollBox>
  );
}

const LIT = 'rounded-r border-honey bg-honey-wash text-ink';

interface CombinedEditsProps {
  readonly edits: readonly CombinedEdit[];
  readonly trail: readonly number[] | null;
  readonly lit: ReadonlySet<string>;
}

/** Each with the groups that proposed it word for word; the second level may also have reworded one. */
export function CombinedEdits({ edits, trail, lit }: CombinedEditsProps) {
  if (edits.length === 0) return null;
  const isOnTrail = ({ text, groups }: CombinedEdit) =>
    trail === null || (lit.size > 0 ? lit.has(text) : groups.some((one) => trail.includes(one)));
  const shown = edits.filter(isOnTrail);
  const others = edits.length - shown.length;
  return (
    <div className="text-xs">
      <ScrollBox label="Edits of the combined update" className="fade-ends max-h-[32rem] overflow-y-auto">
        <ul className="flex flex-col gap-1.5">
          {shown.map(({ text, groups }) => (
            <li
              key={text}
              className={classNames(
                'shrink-0 border-honey-line border-l-2 pl-2 text-ink-soft',
                lit.has(text) && LIT,
              )}
            >
              {text}{' '}
              <span className="whitespace-nowrap text-ink-faint">
                {groups.length === 0
                  ? 'reworded'
                  : `from ${groups.length === 1 ? 'group' : 'groups'} ${groups.join(', ')}`}
              </span>
            </li>
          ))}
        </ul>
      </ScrollBox>
      {others === 0 ? null : (
        <p className="mt-1.5 text-ink-faint">
          {plural(others, 'other edit')} came from other {lit.size > 0 ? 'reflections' : 'groups'} or{' '}
          {others === 1 ? 'was' : 'were'} reworded.
        </p>
      )}
    </div>
  );
}
