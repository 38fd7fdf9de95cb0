/** The address of a page or file of this site below its base folder, `/` outside a build. `path` starts with a slash. */
export function href(path: `/${string}`): string {
  return joinBase(import.meta.env?.BASE_URL ?? '/', path);
}

export function joinBase(base: string, path: `/${string}`): string {
  return base.replace(/\/$/, '') + path;
}

/** The fragment of a run on its commit's page. */
export function runAnchor(runId: string): string {
  return `run-${runId}`;
}

/** The place of a release on the page of its server. */
export function releaseAnchor(version: string): string {
  return `release-${version}`;
}

/** The page of a row of the leaderboard, and its place in the table. */
export function rowHref(standingId: string): string {
  return href(`/rows/${standingId}/`);
}

export function rowAnchor(standingId: string): string {
  return `row-${standingId}`;
}

/** A page that has an entry of its own in the navigation. */
type Tab = { path: `/${string}`; name: string };

/** One of the five places of the site: its tabs (the first is its own page), and the folders of pages that belong to it. */
export type Place = { name: string; tabs: readonly [Tab, ...Tab[]]; folders?: readonly `/${string}`[] };

/** In the order of the navigation. */
export const places: readonly Place[] = [
  {
    name: 'Servers',
    tabs: [
      { path: '/servers/', name: 'Cost' },
      { path: '/servers/can-do/', name: 'Can do' },
      { path: '/servers/hidden-text/', name: 'Hidden text' },
      { path: '/servers/honest/', name: 'Honest' },
      { path: '/servers/reach/', name: 'Reach' },
      { path: '/servers/releases/', name: 'Releases' },
      { path: '/servers/compare/', name: 'Compare' },
    ],
  },
  {
    name: 'Agents',
    tabs: [
      { path: '/agents/', name: 'Scores' },
      { path: '/agents/baselines/', name: 'Baselines' },
      { path: '/agents/matrix/', name: 'Matrix' },
      { path: '/agents/cost/', name: 'Cost' },
      { path: '/agents/over-time/', name: 'Over time' },
      { path: '/agents/compare/', name: 'Compare' },
      { path: '/agents/skills/', name: 'Skills' },
    ],
    folders: ['/rows/'],
  },
  { name: 'Tasks', tabs: [{ path: '/tasks/', name: 'Tasks' }] },
  {
    name: 'Evidence',
    tabs: [
      { path: '/evidence/', name: 'Why a verdict holds' },
      { path: '/evidence/audits/', name: 'Audits' },
      { path: '/evidence/method/', name: 'Method' },
      { path: '/evidence/claims/', name: 'Claims of others' },
      { path: '/runs/', name: 'Runs' },
    ],
    folders: ['/episodes/'],
  },
  {
    name: 'Docs',
    tabs: [
      { path: '/docs/', name: 'Documents' },
      { path: '/api/v1/', name: 'Data' },
    ],
  },
];

/** The shown place that a page belongs to; undefined for the first page, for example. */
export function placeOf(shown: readonly Place[], pathname: string): Place | undefined {
  const isBelow = (path: `/${string}`) => pathname.startsWith(href(path));
  return shown.find(
    ({ tabs, folders = [] }) => tabs.some(({ path }) => isBelow(path)) || folders.some(isBelow),
  );
}

/** The tab of a page: the one with the longest address that is a prefix of the page's address. */
export function tabOf({ tabs }: Place, pathname: string): Tab | undefined {
  return tabs
    .filter(({ path }) => pathname.startsWith(href(path)))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
}

/** Former addresses of pages, with their new ones. */
export function movedPages({
  skillRuns,
  seeds,
}: {
  skillRuns: readonly string[];
  /** Tasks that are shown on the page of their template, with their place there. */
  seeds: readonly (readonly [id: string, to: `/${string}`])[];
}): [from: `/${string}`, to: `/${string}`][] {
  return [
    ['/api/', '/api/v1/'],
    ['/capabilities/', '/servers/can-do/'],
    ['/channels/', '/servers/hidden-text/'],
    ['/compare/', '/agents/compare/'],
    ['/matrix/', '/agents/matrix/'],
    ['/method/', '/evidence/method/'],
    ['/skills/', '/agents/skills/'],
    ['/trends/', '/agents/over-time/'],
    ...skillRuns.map((id): [`/${string}`, `/${string}`] => [`/skills/${id}/`, `/agents/skills/${id}/`]),
    ...seeds.map(([id, to]): [`/${string}`, `/${string}`] => [`/tasks/${id}/`, to]),
  ];
}

/** The address of a project's picture on its site. */
export function logoPath(file: string): `/${string}` {
  return /\.png$/i.test(file) ? '/logo.png' : '/logo.svg';
}

/** What every page may load; Astro adds the digests of its scripts and styles. */
export const directives = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  // The search field of every page submits to the search page.
  "form-action 'self'",
] as const;
