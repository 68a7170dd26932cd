import type { Operation } from '@/lib/contracts/operation';
import { LIST_PAGES } from './list-pages';
import { OTHER_PAGES } from './other-pages';
import type { ApiPage, PageRequest } from './page-request';
import { ROLLOUT_PAGES } from './rollout-pages';
import { RUN_PAGE } from './run-page';
import { SUBJECT_PAGES } from './subject-pages';
import { TRACE_PAGES } from './trace-pages';

/**
 * Which requests read what a page shows, by the address of the page. Knows neither the content nor who asks: a key
 * may be refused what its role does not allow, as a person is.
 */
export interface PageOverApi {
  readonly requests: readonly PageRequest[];
  /** Where there is no request: why, and what to do. */
  readonly otherwise: string;
  /** Operation that the page calls on submit; null where it is no form. */
  readonly sentBy: Operation | null;
}

/** Whole addresses stand before those with a place for an id. */
export const API_PAGES: readonly ApiPage[] = [
  ...LIST_PAGES,
  ...OTHER_PAGES,
  ...ROLLOUT_PAGES,
  RUN_PAGE,
  ...SUBJECT_PAGES,
  ...TRACE_PAGES,
];

const NOTHING = 'Nothing of this page can be read over the API.';

export function pageOverApi(pathname: string, search: string): PageOverApi {
  const said = new URLSearchParams(search);
  for (const page of API_PAGES) {
    const params = paramsOf(page.path, pathname);
    if (params === null) continue;
    const open = {
      param: (name: string) => params[name] ?? '',
      said: (name: string) => said.get(name)?.trim() || null,
    };
    const requests = (page.asks?.(open) ?? []).filter((request) => request !== null);
    return { requests, otherwise: page.otherwise ?? NOTHING, sentBy: page.sentBy ?? null };
  }
  return { requests: [], otherwise: NOTHING, sentBy: null };
}

/** Path parameters of a page; null where the address belongs to another page. */
function paramsOf(path: string, pathname: string): Readonly<Record<string, string>> | null {
  const places = path.split('/');
  const parts = pathname.split('/');
  if (places.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, place] of places.entries()) {
    const part = parts[at] ?? '';
    if (place.startsWith('{')) params[place.slice(1, -1)] = decoded(part);
    else if (place !== part) return null;
  }
  return params;
}

/** Decoded part of a path; unchanged where a literal "%" makes it undecodable. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    if (cause instanceof URIError) return part;
    throw cause;
  }
}
