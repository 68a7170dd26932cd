import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { figure, word } from '@/lib/view/list-rows';
import type { Columns } from './record-column';
import { RecordTable } from './record-table';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Hive {
  readonly id: string;
  readonly bees: number;
}

const HIVES: readonly Hive[] = Array.from({ length: 50 }, (_, bees) => ({ id: `hive-${bees}`, bees }));

/** jsdom has no events of a pointer that know where they are. */
const point = (target: Element, type: string, clientX: number) =>
  fireEvent(target, new MouseEvent(type, { bubbles: true, cancelable: true, clientX }));

describe('the width of a column under way', () => {
  it('moves the column and draws no row again, and is said once when it is let go of', () => {
    Element.prototype.setPointerCapture = () => undefined;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 30));
    const drawn = vi.fn((hive: Hive) => hive.id);
    const columns: Columns<Hive> = [
      { id: 'name', label: 'Name', data: [word('name', ({ id }) => id)], cell: drawn },
      { id: 'bees', label: 'Bees', data: [figure('bees', ({ bees }) => bees)], cell: ({ bees }) => bees },
    ];
    const onWidths = vi.fn();
    render(<RecordTable caption="Hives" columns={columns} items={HIVES} onWidths={onWidths} />);
    drawn.mockClear();
    const edge = document.querySelector('th[data-column="name"] [title^="Drag"]') as Element;
    point(edge, 'pointerdown', 200);
    for (let x = 201; x <= 230; x += 1) point(edge, 'pointermove', x);
    expect(document.querySelector('col')?.style.width).toBe('230px');
    expect(drawn).not.toHaveBeenCalled();
    expect(onWidths).not.toHaveBeenCalled();
    point(edge, 'pointerup', 230);
    expect(onWidths.mock.calls).toEqual([[{ name: 230, bees: 200 }]]);
  });
});
