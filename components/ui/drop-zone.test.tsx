import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { DropZone } from './drop-zone';

it('A file that was chosen before the scripts of the page ran is taken, and only once', () => {
  const onFiles = vi.fn();
  const zone = <DropZone busy={false} onFiles={onFiles} />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(zone);
  document.body.append(container);
  const input = container.querySelector('input');
  const chosen = new File(['{}'], 'own.jsonl');
  let value = 'own.jsonl';
  Object.defineProperties(input, {
    files: { get: () => (value === '' ? [] : [chosen]) },
    value: {
      get: () => value,
      set: (next: string) => {
        value = next;
      },
    },
  });

  const { rerender } = render(zone, { container, hydrate: true });
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([chosen]);
  rerender(<DropZone busy onFiles={onFiles} />);
  expect(onFiles).toHaveBeenCalledOnce();
});
