import {
  BookOpenText,
  Bot,
  ChartSpline,
  Database,
  FileText,
  FlaskConical,
  Grid3x3,
  House,
  ListVideo,
  type LucideIcon,
  Plug,
  Settings,
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

export const NAV_ITEMS: readonly NavItem[] = [
  { href: '/', label: 'Overview', icon: House, key: 'o' },
  { href: '/experiments', label: 'Experiments', icon: FlaskConical, key: 'e' },
  { href: '/runs', label: 'Runs', icon: ListVideo, key: 'u' },
  { href: '/sweeps', label: 'Sweeps', icon: Grid3x3, key: 'w' },
  { href: '/pareto', label: 'Pareto', icon: ChartSpline, key: 'p' },
  { href: '/reports', label: 'Reports', icon: FileText, key: 'r' },
  { href: '/agents', label: 'Agents', icon: Bot, key: 't' },
  { href: '/traces', label: 'Traces', icon: Waypoints, key: 'c' },
  { href: '/slots', label: 'Slots', icon: Plug, key: 'l' },
  { href: '/datasets', label: 'Data sets', icon: Database, key: 'd' },
  { href: '/jobs', label: 'Jobs', icon: Workflow, key: 'b' },
  { href: '/settings', label: 'Settings', icon: Settings, key: 's' },
  { href: '/docs/api', label: 'API', icon: BookOpenText, key: 'a' },
];

/** Groups of runs, imported ones and what leads to an experiment light its entry, comparisons that of runs, canaries slots. */
export function isActive(item: NavItem, pathname: string): boolean {
  if (item.href === '/') return pathname === '/';
  if (item.href === '/experiments' && /^\/(?:imported-runs|run-groups|intakes|diagnoses)/.test(pathname))
    return true;
  if (item.href === '/runs' && pathname.startsWith('/compare')) return true;
  if (item.href === '/slots' && pathname.startsWith('/canaries/')) return true;
  if (item.href === '/docs/api' && pathname.startsWith('/docs/')) return true;
  return pathname === item.href || pathname.startsWith(`${item.href}/`);
}
