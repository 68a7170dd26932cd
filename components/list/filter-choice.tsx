import { Select } from '@/components/ui/input';

interface FilterChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | null;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value | null) => void;
}

/** One of a few ways to narrow a list, or any. */
export function FilterChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: FilterChoiceProps<Value>) {
  return (
    <Select
      aria-label={label}
      className="w-auto flex-1 basis-28 sm:max-w-36"
      value={value ?? ''}
      onChange={(event) => onChange(options.find(([known]) => known === event.target.value)?.[0] ?? null)}
    >
      <option value="">Any {label.toLowerCase()}</option>
      {options.map(([known, words]) => (
        <option key={known} value={known}>
          {words}
        </option>
      ))}
    </Select>
  );
}
