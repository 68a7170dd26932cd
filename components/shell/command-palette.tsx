'use client';

import { Command } from 'cmdk';
import {
  Bell,
  FlaskConical,
  Keyboard,
  ListVideo,
  Moon,
  Plus,
  Route,
  Scale,
  Sun,
  Terminal,
  TextQuote,
  TextSearch,
  Upload,
  Users,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTheme } from 'next-themes';
import { useEffect, useRef, useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { PALETTE_EVENT, type PaletteMode } from '@/components/ui/palette-events';
import { describePlace, searchHitHref, searchHref } from '@/lib/view/search-hits';
import { NAV_GROUPS } from './nav-items';
import { Group, Item } from './palette-items';
import { allTextsValue, IMPORT_VALUE, PEOPLE_VALUE, pageKeywords, rank } from './palette-words';
import { ShortcutSheet } from './shortcut-sheet';
import { useFirstHit } from './use-first-hit';
import { usePaletteHits } from './use-palette-hits';

const PageApiDialog = dynamic(() =>
  import('@/components/reference/page-api-dialog').then((part) => part.PageApiDialog),
);

interface CommandPaletteProps {
  readonly opensWith: PaletteMode;
  /** Element that had the focus before: it gets the focus back. */
  readonly openedFrom: Element | null;
}

/** Everything in reach of the keyboard: pages, actions, experiments by name, and what runs wrote by its words. */
export function CommandPalette({ opensWith, openedFrom }: CommandPaletteProps) {
  const router = useRouter();
  const { mayAdminister, mayExperiment } = useViewer();
  const { setTheme } = useTheme();
  const [mode, setMode] = useState<PaletteMode | null>(opensWith);
  const [text, setText] = useState('');
  const cameFrom = useRef<Element | null>(openedFrom);
  useEffect(() => {
    const onOpen = (event: Event) => {
      cameFrom.current = document.activeElement;
      setMode((event as CustomEvent<PaletteMode>).detail);
    };
    window.addEventListener(PALETTE_EVENT, onOpen);
    return () => window.removeEventListener(PALETTE_EVENT, onOpen);
  }, []);
  const typed = text.trim();
  const hits = usePaletteHits(text, mode === 'search');
  // Runs and texts are found already: their values hold the typed text, since the list filters by it.
  const experiments = hits.experiments.map((hit) => ({ ...hit, value: `${hit.name} ${hit.id}` }));
  const runs = hits.runs.map((hit) => ({ ...hit, value: `${typed} ${hit.id}` }));
  const texts = hits.texts.map((hit) => ({ ...hit, value: `${typed} ${hit.runId}/${hit.seq}` }));
  const highlight = useFirstHit(
    typed,
    [experiments, runs, texts].map((group) => group.map(({ value }) => value)),
  );
  const act = (action: () => void) => () => {
    setMode(null);
    setText('');
    action();
  };
  const go = (href: string) => act(() => router.push(href));
  const giveBack = () => {
    const before = cameFrom.current;
    if (before instanceof HTMLElement) setTimeout(() => before.focus());
  };
  /** Once the palette is away, so that what opens gives the focus back to where the palette was asked for. */
  const open = (next: PaletteMode) =>
    act(() => {
      giveBack();
      setTimeout(() => setMode(next));
    });
  return (
    <>
      <Command.Dialog
        open={mode === 'search'}
        onOpenChange={(isOpen) => {
          setMode(isOpen ? 'search' : null);
          // Closed without a choice, it returns the focus.
          if (!isOpen) giveBack();
        }}
        label="Search and commands"
        filter={rank}
        {...highlight}
        overlayClassName="fixed inset-0 z-40 bg-black/40"
        contentClassName="-translate-x-1/2 fixed top-[14vh] left-1/2 z-50 w-[min(36rem,calc(100vw-2rem))] animate-rise overflow-hidden rounded-xl border border-line bg-surface shadow-raised"
      >
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Find a page, an experiment, a text or a command"
          className="h-12 w-full border-line border-b bg-transparent px-4 text-sm placeholder:text-ink-faint focus-visible:border-honey focus-visible:outline-none"
        />
        <Command.List className="max-h-80 overflow-y-auto p-1.5">
          <Command.Empty className="px-3 py-8 text-center text-[0.8125rem] text-ink-faint">
            Nothing has that name.
          </Command.Empty>
          {NAV_GROUPS.map(({ heading, items }) => (
            <Group key={heading} heading={heading ?? 'Pages'}>
              {items.map((item) => (
                <Item
                  key={item.href}
                  icon={item.icon}
                  value={item.label}
                  keywords={pageKeywords(item)}
                  onSelect={go(item.href)}
                >
                  {item.label}
                </Item>
              ))}
            </Group>
          ))}
          {experiments.length > 0 ? (
            <Group heading="Experiments">
              {experiments.map((hit) => (
                <Item
                  key={hit.id}
                  icon={FlaskConical}
                  value={hit.value}
                  onSelect={go(`/experiments/${hit.id}`)}
                >
                  {hit.name}
                </Item>
              ))}
            </Group>
          ) : null}
          {runs.length > 0 ? (
            <Group heading="Runs">
              {runs.map((hit) => (
                <Item key={hit.id} icon={ListVideo} value={hit.value} onSelect={go(`/runs/${hit.id}`)}>
                  <span className="shrink-0">{hit.label}</span>
                  <span className="min-w-0 truncate text-ink-faint">{hit.experimentName}</span>
                </Item>
              ))}
            </Group>
          ) : null}
          {texts.length > 0 ? (
            <Group heading="Prompts, reflections and traces">
              {texts.map((hit) => (
                <Item
                  key={`${hit.runId}/${hit.seq}`}
                  icon={TextQuote}
                  value={hit.value}
                  onSelect={go(searchHitHref(hit))}
                >
                  <span className="shrink-0">{describePlace(hit)}</span>
                  <span className="min-w-0 truncate text-ink-faint">
                    {hit.excerpt.map(({ text: part }) => part).join('')}
                  </span>
                </Item>
              ))}
            </Group>
          ) : null}
          <Group heading="Do">
            <Item
              icon={TextSearch}
              value={allTextsValue(typed)}
              onSelect={go(typed === '' ? '/search' : searchHref({ q: typed }))}
            >
              {typed === '' ? 'Search prompts, reflections and traces' : `Search all texts for “${typed}”`}
            </Item>
            <Item icon={Bell} onSelect={go('/notices')}>
              Notices
            </Item>
            <Item icon={Scale} onSelect={go('/docs/rules')}>
              Rules
            </Item>
            <Item icon={Route} value="Take the tour: demo" onSelect={go('/tour')}>
              Take the tour
            </Item>
            <Item icon={Users} value={PEOPLE_VALUE} onSelect={go('/settings?tab=people')}>
              {mayAdminister ? 'Invite people' : 'See people'}
            </Item>
            {mayExperiment ? (
              <>
                <Item icon={Plus} onSelect={go('/experiments/new')}>
                  New experiment
                </Item>
                <Item icon={Upload} value={IMPORT_VALUE} onSelect={go('/datasets/import')}>
                  Import a data set
                </Item>
              </>
            ) : null}
            <Item icon={Sun} onSelect={act(() => setTheme('light'))}>
              Light theme
            </Item>
            <Item icon={Moon} onSelect={act(() => setTheme('dark'))}>
              Dark theme
            </Item>
            <Item icon={Terminal} onSelect={open('api')}>
              Copy this page as curl, TypeScript or Python
            </Item>
            <Item icon={Keyboard} onSelect={open('shortcuts')}>
              Keyboard shortcuts
            </Item>
          </Group>
        </Command.List>
      </Command.Dialog>
      <ShortcutSheet
        open={mode === 'shortcuts'}
        onOpenChange={(isOpen) => setMode(isOpen ? 'shortcuts' : null)}
      />
      {mode === 'api' ? <PageApiDialog onClose={() => setMode(null)} /> : null}
    </>
  );
}
