import { href } from './href.ts';

/** A place of the navigation: its first page, and all below it. */
type Section = {
  path: `/${string}`;
  name: string;
  /** Other folders that belong to it. */
  folders?: readonly `/${string}`[];
};

/** In the order of the navigation. */
export const sections: readonly Section[] = [
  { path: '/', name: 'Leaderboard', folders: ['/rows/'] },
  { path: '/matrix/', name: 'Matrix' },
  { path: '/runs/', name: 'Runs' },
  { path: '/tasks/', name: 'Tasks' },
  { path: '/servers/', name: 'Servers', folders: ['/capabilities/', '/channels/'] },
  { path: '/trends/', name: 'Trends' },
  { path: '/compare/', name: 'Compare' },
  { path: '/skills/', name: 'Skills' },
  { path: '/evidence/', name: 'Evidence' },
  { path: '/method/', name: 'Method', folders: ['/docs/'] },
];

/** Whether a page belongs to a section; below `/` everything lies, so only that page itself does. */
export function isWithin({ path, folders = [] }: Section, pathname: string): boolean {
  if (pathname === href(path)) return true;
  return (path === '/' ? folders : [path, ...folders]).some((folder) => pathname.startsWith(href(folder)));
}
