'use client';

import { BookOpenText, Scale } from 'lucide-react';
import { useQueryState } from 'nuqs';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Select } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { SearchInput } from '@/components/ui/search-input';
import type { ListedRule } from '@/lib/policy/rules/table';
import { findRules, KIND_WORDS, RULE_KINDS } from '@/lib/view/rule-list';

/** Every rule of the strategist: what it says, what refuses it, and how to go on. A refusal links to its line here. */
export function RulesView({ rules }: { readonly rules: readonly ListedRule[] }) {
  const [search, setSearch] = useQueryState('q', { defaultValue: '' });
  const [kind, setKind] = useQueryState('kind', { defaultValue: 'all' });
  const found = findRules(rules, { search, kind });
  return (
    <>
      <PageHeader
        title="Rules"
        description="What Waggle holds everybody to, at every door alike: pages, API and command line."
        actions={
          <Button asChild>
            <Link href="/docs/api">
              <BookOpenText aria-hidden /> API reference
            </Link>
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SearchInput
          label="Find a rule"
          placeholder="R-101, code or word"
          value={search}
          onChange={(value) => void setSearch(value || null)}
        />
        <Select
          aria-label="Kind"
          className="max-w-44"
          value={kind}
          onChange={({ target }) => void setKind(target.value === 'all' ? null : target.value)}
        >
          <option value="all">All kinds</option>
          {RULE_KINDS.map((value) => (
            <option key={value} value={value}>
              {KIND_WORDS[value]}
            </option>
          ))}
        </Select>
        <p className="numbers ml-auto text-ink-faint text-xs" aria-live="polite">
          {found.length} of {rules.length}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState icon={Scale} title="No rule has these words">
          Search for fewer of them, or show all kinds.
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-2">
          {found.map((rule, at) => (
            <RuleCard
              key={`${rule.id} ${rule.title}`}
              rule={rule}
              isFirst={found.findIndex(({ id }) => id === rule.id) === at}
            />
          ))}
        </ol>
      )}
    </>
  );
}

/** Some titles are said within a sentence elsewhere. */
const capitalised = (title: string) => `${title.charAt(0).toUpperCase()}${title.slice(1)}`;

interface RuleCardProps {
  readonly rule: ListedRule;
  /** Some rules have several sentences; an address with its number leads to the first. */
  readonly isFirst: boolean;
}

function RuleCard({ rule, isFirst }: RuleCardProps) {
  return (
    <li
      {...(isFirst ? { id: rule.id } : {})}
      className="scroll-mt-16 rounded-lg border border-line bg-surface px-3.5 py-2.5 text-[0.8125rem] target:border-honey-line target:bg-honey-wash"
    >
      <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium text-sm">
        <a href={`#${rule.id}`} className="numbers font-mono text-ink-soft text-xs hover:underline">
          {rule.id}
        </a>
        {capitalised(rule.title)}
        <Badge tone={rule.kind === 'refusal' ? 'honey' : 'neutral'}>{KIND_WORDS[rule.kind]}</Badge>
        {rule.kind === 'refusal' ? (
          <span className="ml-auto wrap-anywhere font-mono text-ink-faint text-xs">{rule.code}</span>
        ) : null}
      </h2>
      <p className="mt-1 text-ink-soft">{rule.sentence}</p>
      {rule.kind === 'refusal' ? (
        <ul aria-label="How to proceed" className="mt-1 list-disc pl-4 text-ink-soft">
          {rule.howToProceed.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-ink-faint text-xs">
          {rule.kind === 'same' ? (
            <a href={`#${rule.heldBy}`} className="underline underline-offset-2 hover:text-ink">
              Refused as {rule.heldBy}.
            </a>
          ) : (
            rule.heldBy
          )}
        </p>
      )}
    </li>
  );
}
