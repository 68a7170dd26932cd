import { Children, type ReactNode } from 'react';
import { keepFigures } from '@/lib/view/numbers';

/** A text, or texts among elements, of which no figure is broken over two lines. It looks into no element. */
export function keptFigures(node: ReactNode): ReactNode {
  if (typeof node === 'string') return keepFigures(node);
  return Array.isArray(node) ? Children.map(node, (child) => keptFigures(child)) : node;
}
