'use client';

import { createContext, type ReactNode, useContext } from 'react';
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
