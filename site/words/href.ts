/** The address of a page or file of this site, whatever folder it is served below. `path` starts with a slash. */
export function href(path: `/${string}`): string {
  return joinBase(import.meta.env.BASE_URL, path);
}

export function joinBase(base: string, path: `/${string}`): string {
  return base.replace(/\/$/, '') + path;
}

/** The fragment of a run on its commit's page, whatever that shows of it. */
export function runAnchor(runId: string): string {
  return `run-${runId}`;
}

/** The page of a row of the leaderboard, and its place in the table. */
export function rowHref(standingId: string): string {
  return href(`/rows/${standingId}/`);
}

export function rowAnchor(standingId: string): string {
  return `row-${standingId}`;
}

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

/** Where the picture of a project stands on its site. */
export function logoPath(file: string): `/${string}` {
  return /\.png$/i.test(file) ? '/logo.png' : '/logo.svg';
}

/** What every page may load; Astro adds the digests of its scripts and styles. */
export const directives = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
] as const;
