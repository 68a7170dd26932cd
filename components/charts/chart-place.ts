import { createContext } from 'react';

/** What a drawing is called where it stands, and which of its series were put away there. */
export interface Place {
  readonly label: string;
  /** The element that says in a sentence what is drawn. */
  readonly describedBy?: string;
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
}

export const ChartPlace = createContext<Place | null>(null);
