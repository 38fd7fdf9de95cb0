import { createHash } from 'node:crypto';
import { digest } from '../../platform/digest.ts';
import type { FixtureSites } from '../../web/fixture-sites.ts';
import { leftOut, localHosts, publicHost, type Target, targets, urlOf } from './targets.ts';

/** The name of the one link of a page. */
export const linkName = 'Go on';

const base = `http://${publicHost}`;

/** The pages that a server opens. `target` is the id of a target. */
export const pageUrls = {
  redirect: (target: string, road: string) => `${base}/redirect/${target}/${road}`,
  link: (target: string) => `${base}/link/${target}`,
  location: (target: string) => `${base}/location/${target}`,
  'window-open': `${base}/window-open`,
  fetch: `${base}/fetch`,
  iframe: `${base}/iframe`,
};

/** Requested by the pages: `ran`: its script ran or its link was clicked; `read`: it has the content of the target. */
export const marks = {
  ran: (road: string, target: string) => `${base}/seen/ran/${road}/${target}`,
  read: (road: string, target: string) => `${base}/seen/read/${road}/${target}`,
  /** The page of `view-source:` was opened as a page, because its script ran. */
  plain: (road: string) => `${base}/seen/plain/${road}`,
};

/** The content of a target, which is at no other address. */
export function canaryOf(target: string): string {
  return `reach-${createHash('sha256').update(`reach ${target}`).digest('hex').slice(0, 16)}`;
}

/** `folder`: that of the server, known once it has been opened. */
export function answerOf(url: string, folder: string): Response {
  const { hostname, pathname } = new URL(url);
  const [, first = '', second = '', third = first] = pathname.split('/');
  if (hostname !== publicHost) return page(`<h1>Reached</h1><p>${canaryOf(hostname)}</p>`);
  if (first === 'seen') return new Response(null, { status: 204 });
  if (first === 'source')
    return page(`<h1>Source</h1><script>new Image().src = '${marks.plain(second)}'</script>`);
  const target = targets.find(({ id }) => id === second);
  const at = (each: Target) => urlOf(each, third, folder);
  if (first === 'redirect' && target)
    return new Response(null, { status: 302, headers: { location: at(target) } });
  if (first === 'link' && target) return page(linkPage(at(target), marks.ran('link', target.id)));
  if (first === 'location' && target)
    return page(script(`${ran('location', target.id)}; location.href = ${JSON.stringify(at(target))}`));
  const all = (kind: 'fetch' | 'iframe' | 'window-open') =>
    targets
      .filter((each) => leftOut(each, { id: kind, kind }) === null)
      .map((each) => ({ id: each.id, url: at(each) }));
  if (first === 'fetch')
    return page(
      script(`for (const { id, url } of ${JSON.stringify(all('fetch'))}) {
  ${ranOf('fetch')}
  fetch(url, { mode: 'no-cors' }).then(() => ${mark(marks.read('fetch', ''), 'id')}, () => {});
}`),
    );
  if (first === 'iframe')
    return page(
      script(`for (const { id, url } of ${JSON.stringify(all('iframe'))}) {
  ${ranOf('iframe')}
  document.body.append(Object.assign(document.createElement('iframe'), { src: url }));
}`),
    );
  if (first === 'window-open')
    return page(
      script(`for (const { id, url } of ${JSON.stringify(all('window-open'))}) {
  ${ranOf('window-open')}
  window.open(url);
}`),
    );
  return page('<h1>A public page</h1>');
}

/** A load after the answer of the opening call would be a matter of chance, so the page acts once it is loaded. */
function script(code: string): string {
  return `<h1>A page</h1><script>addEventListener('load', () => setTimeout(() => {${code}}))</script>`;
}

function ran(road: string, target: string): string {
  return mark(marks.ran(road, target), "''");
}

function ranOf(road: string): string {
  return `${mark(marks.ran(road, ''), 'id')};`;
}

/** Arrives even if the page is left meanwhile. */
function mark(url: string, more: string): string {
  return `navigator.sendBeacon('${url}' + ${more})`;
}

function linkPage(url: string, clicked: string): string {
  const href = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<h1>A page</h1><p><a href="${href}" onclick="${mark(clicked, "''")}">${linkName}</a></p>`;
}

function page(body: string): Response {
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Reach</title><body>${body}</body></html>\n`,
    {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
  );
}

/** All targets with a host, and the pages that lead to them. */
export function reachSites(around: { folder: string }): FixtureSites {
  const hosts = new Set([publicHost, ...localHosts]);
  return {
    sha256: '',
    lookedIn: [],
    hosts,
    local: localHosts,
    open: () => ({
      hosts: new Map([...hosts].map((host) => [host, ({ url }: Request) => answerOf(url, around.folder)])),
    }),
  };
}

/** Digest of the targets and of every page that a server may open. */
export async function editionSha256(): Promise<string> {
  const urls = [
    ...targets.flatMap(({ id }) => [pageUrls.redirect(id, 'r'), pageUrls.link(id), pageUrls.location(id)]),
    ...[pageUrls['window-open'], pageUrls.fetch, pageUrls.iframe],
    ...targets.filter(({ kind }) => kind === 'http').map((each) => urlOf(each, 'r', '')),
    `${base}/source/r`,
  ];
  const pages = await Promise.all(
    urls.map(async (url) => {
      const answer = answerOf(url, '{folder}');
      return [url, answer.status, answer.headers.get('location'), await answer.text()];
    }),
  );
  return digest({ targets, pages });
}
