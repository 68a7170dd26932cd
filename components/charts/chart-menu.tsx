'use client';

import { Download } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '@/components/ui/button';
import { download } from '@/components/ui/download';
import { DropdownMenu, MenuItem, MenuLabel } from '@/components/ui/dropdown-menu';
import { say } from '@/components/ui/say';
import { csvOfTable, type DataTable, fileNameOf, jsonOfTable } from '@/lib/view/data-table';
import { type PictureText, pictureOf, pngOf } from './chart-picture';

interface ChartMenuProps {
  readonly words: PictureText;
  readonly data: DataTable;
  /** Element of the chart; empty while the table is shown. */
  readonly chart: RefObject<HTMLDivElement | null>;
  readonly isDrawn: boolean;
  /** True if series are hidden: the picture omits them, the numbers include them. */
  readonly hidesSome: boolean;
}

/** Downloads a chart as a labelled picture or as its numbers. */
export function ChartMenu({ words, data, chart, isDrawn, hidesSome }: ChartMenuProps) {
  const name = fileNameOf(data);
  const keep = (extension: string, type: string, content: string) =>
    download(`${name}.${extension}`, new Blob([content], { type }));
  const picture = () => (chart.current === null ? '' : pictureOf(chart.current, words));
  const keepPng = async () => {
    try {
      download(`${name}.png`, await pngOf(picture()));
    } catch (cause) {
      say('error', 'The browser made no picture of this chart. Take it as SVG instead.', {
        description: cause instanceof Error ? cause.message : undefined,
      });
    }
  };
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="iconSm" aria-label={`Download: ${words.question}`}>
          <Download aria-hidden />
        </Button>
      }
    >
      <MenuLabel>
        {isDrawn ? (hidesSome ? 'Picture of what is shown' : 'Picture') : 'Picture (show the chart first)'}
      </MenuLabel>
      <MenuItem disabled={!isDrawn} onSelect={keepPng}>
        PNG
      </MenuItem>
      <MenuItem disabled={!isDrawn} onSelect={() => keep('svg', 'image/svg+xml', picture())}>
        SVG
      </MenuItem>
      <MenuLabel>{hidesSome ? 'Numbers of all series' : 'Numbers'}</MenuLabel>
      <MenuItem onSelect={() => keep('csv', 'text/csv;charset=utf-8', csvOfTable(data))}>CSV</MenuItem>
      <MenuItem onSelect={() => keep('json', 'application/json', jsonOfTable(data))}>JSON</MenuItem>
    </DropdownMenu>
  );
}
