import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { zoomText } from '@/lib/view/chart-zoom';
import { useChartZoom } from './use-chart-zoom';
import { ZoomRange } from './zoom-range';

// jsdom measures nothing and captures no pointer; the slider asks for both.
class NoSizes {
  observe = vi.fn();
  unobserve = vi.fn();
  disconnect = vi.fn();
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSizes);
  const captured = new Set<number>();
  Element.prototype.setPointerCapture = (id) => void captured.add(id);
  Element.prototype.releasePointerCapture = (id) => void captured.delete(id);
  Element.prototype.hasPointerCapture = (id) => captured.has(id);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const LEFT = 'Left edge of what is shown';
const RIGHT = 'Right edge of what is shown';
const edge = (name: string) => screen.getByRole('slider', { name });
const whole = () => screen.queryByRole('button', { name: 'Whole axis' });

/** A key goes to the thumb that has the focus. */
function press(name: string, key: string) {
  edge(name).focus();
  fireEvent.keyDown(edge(name), { key });
}

/** jsdom has no events of a pointer that know where they are. */
const point = (type: string, clientX: number) =>
  fireEvent(edge(LEFT), new MouseEvent(type, { bubbles: true, cancelable: true, clientX }));

/** Shows the visible part of the axis and the address next to the range. */
function Zoomed({ chart }: { chart: string }) {
  const { zoom, drag, drop } = useChartZoom(chart);
  return (
    <>
      <output>{zoomText(zoom) ?? 'whole'}</output>
      <ZoomRange zoom={zoom} onDrag={drag} onDrop={drop} />
    </>
  );
}

function open(searchParams = '', chart = 'held-out') {
  const address = vi.fn();
  const update = ({ searchParams: next }: { searchParams: URLSearchParams }) => {
    address(next.get(`zoom.${chart}`));
    expect(next.get('zoom'), 'a name of its own replaces the one of old').toBeNull();
  };
  render(
    <NuqsTestingAdapter hasMemory searchParams={searchParams} onUrlUpdate={update} rateLimitFactor={0}>
      <Zoomed chart={chart} />
    </NuqsTestingAdapter>,
  );
  return address;
}
const shown = () => screen.getByRole('status').textContent;

describe('the range of a zoom', () => {
  it('calls back with the shares when a key moves a thumb, and says them in words', () => {
    const onDrop = vi.fn();
    render(<ZoomRange zoom={{ from: 0.2, to: 0.6 }} onDrag={vi.fn()} onDrop={onDrop} />);
    expect(edge(LEFT).getAttribute('aria-valuetext')).toBe('20 % of the axis');
    expect(edge(RIGHT).getAttribute('aria-valuetext')).toBe('60 % of the axis');
    press(LEFT, 'ArrowRight');
    expect(onDrop).toHaveBeenLastCalledWith({ from: 0.21, to: 0.6 });
    press(RIGHT, 'ArrowLeft');
    expect(onDrop).toHaveBeenLastCalledWith({ from: 0.2, to: 0.59 });
    press(RIGHT, 'End');
    expect(onDrop).toHaveBeenLastCalledWith({ from: 0.2, to: 1 });
    press(LEFT, 'Home');
    expect(onDrop).toHaveBeenLastCalledWith({ from: 0, to: 0.6 });
  });

  it('keeps its edges apart and in their order', () => {
    const onDrop = vi.fn();
    render(<ZoomRange zoom={{ from: 0.5, to: 0.52 }} onDrag={vi.fn()} onDrop={onDrop} />);
    press(LEFT, 'PageUp');
    press(RIGHT, 'ArrowLeft');
    expect(onDrop).not.toHaveBeenCalled();
  });

  it('offers the whole axis while it is not shown', () => {
    const onDrop = vi.fn();
    const { rerender } = render(<ZoomRange zoom={null} onDrag={vi.fn()} onDrop={onDrop} />);
    expect(whole()).toBeNull();
    rerender(<ZoomRange zoom={{ from: 0, to: 0.6 }} onDrag={vi.fn()} onDrop={onDrop} />);
    fireEvent.click(whole() as HTMLElement);
    expect(onDrop).toHaveBeenCalledWith(null);
  });
});

describe('a zoom in the address', () => {
  it('is shown as a link says it, follows the keys and is cleared', async () => {
    const address = open('?zoom.held-out=20-60');
    expect(shown()).toBe('20-60');
    press(LEFT, 'ArrowRight');
    press(LEFT, 'ArrowRight');
    expect(shown()).toBe('22-60');
    await waitFor(() => expect(address).toHaveBeenLastCalledWith('22-60'));
    fireEvent.click(whole() as HTMLElement);
    expect(shown()).toBe('whole');
    await waitFor(() => expect(address).toHaveBeenLastCalledWith(null));
  });

  it('applies to one chart; without a name, as in an old link, to the first of its page', async () => {
    open('?zoom.scores=10-90', 'costs');
    expect(shown()).toBe('whole');
    cleanup();
    open('?zoom=20-60', 'costs');
    expect(shown()).toBe('whole');
    cleanup();
    const address = open('?zoom=20-60', 'held-out');
    expect(shown()).toBe('20-60');
    press(LEFT, 'ArrowRight');
    await waitFor(() => expect(address).toHaveBeenLastCalledWith('21-60'));
  });

  it('follows a thumb that is dragged, and is written when it is let go of', async () => {
    const address = open();
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 24));
    point('pointerdown', 0);
    point('pointermove', 30);
    expect(shown()).toBe('30-100');
    await new Promise((later) => setTimeout(later, 20));
    expect(address).not.toHaveBeenCalled();
    point('pointerup', 30);
    await waitFor(() => expect(address).toHaveBeenLastCalledWith('30-100'));
    expect(shown()).toBe('30-100');
  });
});
