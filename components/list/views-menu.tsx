'use client';

import { Bookmark, BookmarkPlus, Settings2 } from 'lucide-react';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '@/components/ui/dropdown-menu';
import type { ListName, SavedViewView } from '@/lib/contracts/saved-views';
import { ManageViewsDialog } from './manage-views-dialog';
import { SaveViewDialog } from './save-view-dialog';
import { BAR_WORD } from './take-along-button';
import { useSavedViews } from './use-saved-views';

/** The views of a list: each is an address under a name. The default view applies if the address has no filters. */
export function ViewsMenu({ list }: { list: ListName }) {
  const router = useRouter();
  const pathname = usePathname();
  const address = useSearchParams().toString();
  const views = useSavedViews(list).data?.items;
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const go = (to: string) => router.push(to === '' ? pathname : `${pathname}?${to}`, { scroll: false });
  useDefaultView(views, address, (to) => router.replace(`${pathname}?${to}`, { scroll: false }));
  const current = views?.find((view) => view.address === address && address !== '');
  return (
    <>
      <DropdownMenu
        trigger={
          <Button aria-label={current ? `Views: ${current.name}` : 'Views'} title={current?.name ?? 'Views'}>
            <Bookmark aria-hidden />
            <span className={classNames('max-w-32 truncate', BAR_WORD)}>{current?.name ?? 'Views'}</span>
          </Button>
        }
      >
        <MenuLabel>Views of this list</MenuLabel>
        <MenuItem onSelect={() => go('')}>Everything</MenuItem>
        {views?.map((view) => (
          <MenuItem key={view.id} onSelect={() => go(view.address)}>
            <span className="max-w-52 truncate">{view.name}</span>
            <span className="ml-auto pl-3 text-ink-faint text-xs">{marksOf(view)}</span>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setOpen('save')}>
          <BookmarkPlus aria-hidden /> Save this view
        </MenuItem>
        <MenuItem disabled={!views?.length} onSelect={() => setOpen('manage')}>
          <Settings2 aria-hidden /> Change views
        </MenuItem>
      </DropdownMenu>
      {open === 'save' ? (
        <SaveViewDialog list={list} address={address} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'manage' ? (
        <ManageViewsDialog list={list} views={views ?? []} address={address} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

function marksOf({ isOwn, isShared, isDefault, createdBy }: SavedViewView): string {
  const whose = isOwn ? (isShared ? 'shared' : '') : `by ${createdBy}`;
  return [whose, isDefault ? 'default' : ''].filter(Boolean).join(', ');
}

/** Applies the default view once, as the page opens, so that filters can be cleared later. */
function useDefaultView(
  views: readonly SavedViewView[] | undefined,
  address: string,
  open: (address: string) => void,
): void {
  const isDecided = useRef(false);
  useEffect(() => {
    if (address !== '') isDecided.current = true;
    if (isDecided.current || views === undefined) return;
    isDecided.current = true;
    const chosen = views.find((view) => view.isDefault && view.isOwn) ?? views.find((view) => view.isDefault);
    if (chosen && chosen.address !== '') open(chosen.address);
  }, [views, address, open]);
}
