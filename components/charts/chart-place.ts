import { createContext } from 'react';

/** Name of a drawing on its page, and the series that are hidden there. */
export interface Place {
  readonly label: string;
  /** Id of the element with the summary sentence. */
  readonly describedBy?: string;
  readonly hidden: ReadonlySet<string>;
  readonly onHidden: (hidden: ReadonlySet<string>) => void;
}

export const ChartPlace = createContext<Place | null>(null);
