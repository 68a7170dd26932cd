'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { Blocked } from '@/components/ui/blocked-button';
import type { Role } from '@/lib/domain/actor';

/** Who looks at the page and what they may do; decided on the server, only read here. */
export interface Viewer {
  readonly name: string;
  readonly role: Role;
  readonly userId: string | null;
  readonly workspaceName: string;
  readonly mayExperiment: boolean;
  readonly mayAdminister: boolean;
}

const ViewerContext = createContext<Viewer | null>(null);

export function ViewerProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  return <ViewerContext value={viewer}>{children}</ViewerContext>;
}

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (viewer === null) throw new Error('useViewer needs a ViewerProvider above it');
  return viewer;
}

export const MAY_NOT_EXPERIMENT = 'Your role may look but not change. An owner can make you an experimenter.';
export const MAY_NOT_ADMINISTER = 'Only an owner may change this.';

const PEOPLE = { href: '/settings?tab=people', label: 'See who is an owner' };
/** For buttons that only an experimenter or an owner may press. */
export const NO_EXPERIMENTS: Blocked = { sentence: MAY_NOT_EXPERIMENT, link: PEOPLE };
export const NO_ADMINISTRATION: Blocked = { sentence: MAY_NOT_ADMINISTER, link: PEOPLE };
