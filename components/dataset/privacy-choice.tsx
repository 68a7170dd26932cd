import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/components/ui/table';
import type { ImportPreviewView } from '@/lib/contracts/imports';
import { KIND_WORDS, REASON_LENGTH_MIN } from '@/lib/policy/personal-data';
import { formatCount, plural } from '@/lib/view/numbers';

/** Choices so far; empty = none yet. */
export interface PrivacyDraft {
  readonly choice: '' | 'redact' | 'keep';
  readonly reason: string;
}
export const NO_PRIVACY_CHOICE: PrivacyDraft = { choice: '', reason: '' };

export function isPrivacyDecided(
  found: ImportPreviewView['privacy'],
  { choice, reason }: PrivacyDraft,
): boolean {
  if (found.length === 0 || choice === 'redact') return true;
  return choice === 'keep' && reason.trim().length >= REASON_LENGTH_MIN;
}

export function privacyOfDraft({ choice, reason }: PrivacyDraft) {
  if (choice === '') return {};
  return { privacy: choice === 'redact' ? { choice } : { choice, reason } };
}

interface PrivacyChoiceProps {
  readonly found: ImportPreviewView['privacy'];
  readonly draft: PrivacyDraft;
  readonly onChange: (draft: PrivacyDraft) => void;
}

/** Personal and secret data in the files: how much, where first, and what shall become of it. */
export function PrivacyChoice({ found, draft, onChange }: PrivacyChoiceProps) {
  const count = found.reduce((sum, one) => sum + one.count, 0);
  return (
    <Card
      title="Personal or secret data"
      description={
        found.length === 0
          ? 'Found behind the first megabyte; the refusal counts it. Choose what happens, then import again.'
          : `${plural(count, 'place')} found. Examples become prompts: choose what happens before you import.`
      }
    >
      {found.length === 0 ? null : (
        <Table caption="Personal and secret data by kind">
          <TableHead>
            <HeadCell>Kind</HeadCell>
            <HeadCell numeric>Places</HeadCell>
            <HeadCell numeric>Examples</HeadCell>
            <HeadCell>First</HeadCell>
          </TableHead>
          <TableBody>
            {found.map((one) => (
              <Row key={one.kind}>
                <Cell className="whitespace-nowrap">{KIND_WORDS[one.kind]}</Cell>
                <Cell numeric>{formatCount(one.count)}</Cell>
                <Cell numeric>{formatCount(one.examples)}</Cell>
                <Cell className="min-w-64 text-ink-faint text-xs">
                  {one.first
                    .map(
                      ({ example, field, start, end }) => `example ${example}, ${field}, ${start} to ${end}`,
                    )
                    .join('; ')}
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
      <fieldset className="mt-4 flex flex-col gap-2 text-[0.8125rem]">
        <legend className="sr-only">What happens to it</legend>
        <Option
          label="Strike it out: each value gets one placeholder, the same everywhere"
          checked={draft.choice === 'redact'}
          onChoose={() => onChange({ ...draft, choice: 'redact' })}
        />
        <Option
          label="Keep it, and say why"
          checked={draft.choice === 'keep'}
          onChoose={() => onChange({ ...draft, choice: 'keep' })}
        />
      </fieldset>
      {draft.choice === 'keep' ? (
        <Field
          id="dataset-privacy-reason"
          label="Why it is kept"
          hint={`${REASON_LENGTH_MIN} characters or more; it stays in the audit log and in the report of the import.`}
          className="mt-3"
        >
          {(control) => (
            <Textarea
              {...control}
              value={draft.reason}
              maxLength={1000}
              onChange={(event) => onChange({ ...draft, reason: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </Card>
  );
}

interface OptionProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Option({ label, checked, onChoose }: OptionProps) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="radio"
        name="dataset-privacy"
        className="mt-0.5 size-4 shrink-0 accent-honey"
        checked={checked}
        onChange={onChoose}
      />
      {label}
    </label>
  );
}
