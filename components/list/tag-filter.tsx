'use client';

import { Tag } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuCheck, MenuLabel } from '@/components/ui/dropdown-menu';
import type { ListAddress } from './use-list-address';
import { type Tagged, useTags } from './use-tags';

/** Narrows a list to what bears all tags that are ticked. */
export function TagFilter({ of, address }: { of: Tagged; address: ListAddress }) {
  const { tags, setTags } = address;
  const known = useTags().data?.items.filter((use) => use[of] > 0) ?? [];
  // One that nothing bears any more still has to be taken back.
  const words = [...new Set([...known.map((use) => use.tag), ...tags])].sort();
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button aria-label={tags.length === 0 ? 'Tags' : `Tags: ${tags.join(', ')}`}>
          <Tag aria-hidden />
          <span className="max-w-32 truncate">{tags.length === 0 ? 'Tags' : tags.join(', ')}</span>
        </Button>
      }
    >
      <MenuLabel>{words.length === 0 ? 'Nothing has a tag yet' : 'With all of these'}</MenuLabel>
      {words.map((word) => (
        <MenuCheck
          key={word}
          checked={tags.includes(word)}
          onChange={(isOn) => setTags(isOn ? [...tags, word] : tags.filter((other) => other !== word))}
        >
          {word}
          <span className="numbers ml-auto pl-3 text-ink-faint text-xs">
            {known.find((use) => use.tag === word)?.[of] ?? 0}
          </span>
        </MenuCheck>
      ))}
    </DropdownMenu>
  );
}
