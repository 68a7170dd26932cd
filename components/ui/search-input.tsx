import { Search } from 'lucide-react';
import { Input } from './input';

interface SearchInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Longer texts are cut as they are typed or pasted. */
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
}

/** Reached by "/" from anywhere on the page. */
export function SearchInput({ label, placeholder, value, maxLength, onChange }: SearchInputProps) {
  return (
    <div className="relative min-w-0 flex-1 basis-40 sm:max-w-xs">
      <Search
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-ink-faint"
        aria-hidden
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        className="pl-8"
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
