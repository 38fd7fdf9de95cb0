import type { ReachCell, RoadKind } from '../../results/records/parts/reach.ts';
import { asTold, type Entry } from './browser-log.ts';
import { marks, pageUrls } from './pages.ts';
import { dataMark, type Target } from './targets.ts';

/** Everything that the harness saw of one cell. */
export type Sight = {
  target: Target;
  road: { id: string; kind: RoadKind };
  /** The address of the target. */
  url: string;
  /** What the browser did from the call of this cell to that of the next one. */
  entries: readonly Entry[];
  /** The requests of the browser in the log of the web, all of them. */
  byBrowser: readonly string[];
  /** The requests in the logs of the neighbours: made by the server and not by the browser. */
  byServer: readonly string[];
  /** The text of the answer; empty without one. */
  answer: string;
  /** A text that only the target holds. */
  proof: string;
};

export type Judged = Pick<ReachCell, 'verdict' | 'by'> & { seen: string[] };

export const browserNotAsked = 'the browser was not asked for it';

/** A verdict from what was seen. A page's road is asked once its script has run or its link was clicked. */
export function judgeCell(sight: Sight): Judged {
  const { target, road, byBrowser, byServer } = sight;
  const { told, requests, own, isPlain } = evidence(sight);
  const lines = [
    ...own.map(({ url, text }) => (url === told[0] ? text : `${text}: ${url}`)),
    ...requests.map((url) => `the log of the web has ${url}`),
  ];
  const judged = (verdict: ReachCell['verdict'], by: ReachCell['by'], ...more: string[]): Judged => ({
    ...{ verdict, by },
    seen: [...lines, ...more],
  });
  if (requests.length > 0) return judged('answered', 'browser');
  const opened = target.kind === 'file' || target.kind === 'data' || target.id === 'chrome';
  if (opened && own.some(({ kind }) => kind === 'document')) return judged('answered', 'browser');
  if (byServer.some((url) => asTold(url) === told[0]))
    return judged('answered', 'server', 'requested by the server itself, past the browser');
  if ((target.kind === 'file' || target.kind === 'data') && sight.answer.includes(sight.proof))
    return judged('answered', 'server', 'the answer has its content, and the browser did not open it');
  if (isPlain) return judged('refused', 'server', 'opened as a page, without view-source:');
  if (own.some(({ kind }) => kind === 'stopped')) return judged('refused', 'server');
  if (own.length > 0) return judged('blocked', 'browser');
  if (road.kind === 'call') {
    const instead = sight.entries.filter(({ kind }) => kind === 'asked').map(({ url }) => url);
    return judged('refused', 'server', browserNotAsked, ...instead.map((url) => `asked for: ${url}`));
  }
  if (road.kind === 'redirect') {
    const url = pageUrls.redirect(target.id, road.id);
    if (byBrowser.includes(url))
      return judged('blocked', 'browser', 'the redirect came, and was not followed');
    const came = byServer.includes(url);
    return judged(
      'refused',
      'server',
      `the redirecting page was ${came ? '' : 'not '}opened${came ? ', and the redirect not followed' : ''}`,
    );
  }
  if (byBrowser.includes(marks.ran(road.kind, target.id)))
    return judged('blocked', 'browser', 'the page asked for it, and nothing followed');
  return judged('not-asked', null);
}

/**
 * Whether nothing more is to come. A tab that is to show the target must have shown it or an error, because a server takes
 * what is shown later for an effect of its next call.
 */
export function isSettled(sight: Sight): boolean {
  const { verdict, by } = judgeCell(sight);
  const { own } = evidence(sight);
  const has = (...kinds: readonly Entry['kind'][]) => own.some(({ kind }) => kinds.includes(kind));
  if (has('denied') || (verdict === 'answered' && by === 'server')) return true;
  if (sight.road.kind === 'fetch') return verdict === 'answered' || has('failed', 'stopped');
  return has('document', 'error-page');
}

/** The addresses of the target as the browser tells them, its requests in logs of the web, its events in the browser. */
function evidence({ target, road, url, entries, byBrowser }: Sight): {
  told: string[];
  requests: string[];
  own: readonly Entry[];
  /** The script of a source does not run; one that ran shows that the server left `view-source:` out. */
  isPlain: boolean;
} {
  const inner = url.replace(/^view-source:/, '');
  const told = [...new Set([asTold(url), asTold(inner)])];
  const own = entries.filter((entry) => told.includes(entry.url));
  const wanted = wantedRequests(target, road, inner);
  const requests = byBrowser.filter((each) => wanted.includes(each));
  const isPlain = target.id === 'view-source' && byBrowser.includes(marks.plain(road.id));
  return { told, requests: isPlain ? [] : requests, own, isPlain };
}

/** The requests that only come if the target was reached. */
function wantedRequests(target: Target, { id, kind }: Sight['road'], inner: string): string[] {
  if (kind === 'fetch' && target.kind !== 'http') return [marks.read('fetch', target.id)];
  if (target.kind === 'data') return [dataMark(id)];
  return target.kind === 'file' || target.id === 'chrome' ? [] : [inner];
}
