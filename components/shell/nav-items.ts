import {
  BookOpenText,
  Bot,
  ChartSpline,
  CircleQuestionMark,
  Database,
  FileText,
  FlaskConical,
  Gavel,
  GitCompareArrows,
  Grid3x3,
  House,
  ListVideo,
  type LucideIcon,
  Plug,
  Settings,
  Split,
  Waypoints,
  Workflow,
} from 'lucide-react';

export interface NavItem {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Pressed after "g". */
  readonly key: string;
}

export interface NavGroup {
  /** Null for the overview, which is above the groups. */
  readonly heading: string | null;
  readonly items: readonly NavItem[];
}

/** Pages by what people do there, in the order of the work. */
export const NAV_GROUPS: readonly NavGroup[] = [
  { heading: null, items: [{ href: '/', label: 'Overview', icon: House, key: 'o' }] },
  {
    heading: 'Learn',
    items: [
      { href: '/experiments', label: 'Experiments', icon: FlaskConical, key: 'e' },
      { href: '/runs', label: 'Runs', icon: ListVideo, key: 'u' },
      { href: '/sweeps', label: 'Sweeps', icon: Grid3x3, key: 'w' },
      { href: '/compare', label: 'Compare', icon: GitCompareArrows, key: 'm' },
      { href: '/pareto', label: 'Pareto', icon: ChartSpline, key: 'p' },
    ],
  },
  {
    heading: 'Agents and data',
    items: [
      { href: '/agents', label: 'Agents', icon: Bot, key: 't' },
      { href: '/datasets', label: 'Data sets', icon: Database, key: 'd' },
      { href: '/traces', label: 'Traces', icon: Waypoints, key: 'c' },
    ],
  },
  {
    heading: 'Ship',
    items: [
      { href: '/slots', label: 'Slots', icon: Plug, key: 'l' },
      { href: '/canaries', label: 'Canaries', icon: Split, key: 'n' },
      { href: '/reports', label: 'Reports', icon: FileText, key: 'r' },
      { href: '/reviews', label: 'Reviews', icon: Gavel, key: 'v' },
    ],
  },
  {
    heading: 'Admin',
    items: [
      { href: '/jobs', label: 'Jobs', icon: Workflow, key: 'b' },
      { href: '/settings', label: 'Settings', icon: Settings, key: 's' },
      { href: '/docs/api', label: 'API', icon: BookOpenText, key: 'a' },
      { href: '/docs', label: 'Help', icon: CircleQuestionMark, key: 'h' },
    ],
  },
];

export const NAV_ITEMS: readonly NavItem[] = NAV_GROUPS.flatMap(({ items }) => items);

/** Pages without an entry of their own, by the entry that leads to them. */
const UNDER: Readonly<Record<string, string>> = {
  '/tour': '/',
  '/imported-runs': '/experiments',
  '/run-groups': '/experiments',
  '/intakes': '/experiments',
  '/diagnoses': '/experiments',
  '/rollouts': '/runs',
  '/search': '/runs',
};

/** The address of the one entry that a page lights; null on the notices, which have a link of their own. */
export function activeHref(pathname: string): string | null {
  if (pathname === '/') return '/';
  const isWithin = (folder: string) => pathname === folder || pathname.startsWith(`${folder}/`);
  const own = NAV_ITEMS.find(({ href }) => isWithin(href));
  if (own) return own.href;
  const folder = Object.keys(UNDER).find(isWithin);
  return folder === undefined ? null : (UNDER[folder] ?? null);
}
