import { html, raw } from 'hono/html';
import { formatInstant, shortSha, visible } from '../../harness/publish/board/format.ts';
import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';
import type { Archived } from '../history/plan-archives.ts';
import { joinBase, runAnchor } from '../words/href.ts';
import { directives } from '../words/policy.ts';

export type ArchivedPlace = {
  base: string;
  repositoryUrl: string | null;
  synthetic: boolean;
  title: string;
  /** How many of the newest commits have whole pages. */
  whole: number;
};

export const archivedStyles = '/assets/archived.css';

/**
 * The page at the address of a commit that is archived: what its runs came to, and where the rest of it is. Text and no
 * page of Astro: there are ten thousand of them.
 */
export function archivedCommitPage(commit: CommitSummary, { path, line }: Archived, place: ArchivedPlace) {
  const { sha, date, subject, runs } = commit;
  const { base, repositoryUrl, synthetic, title, whole } = place;
  const to = (address: `/${string}`) => joinBase(base, address);
  const short = shortSha(sha);
  const stored = html`<code>results/${sha}.json</code>`;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="content-security-policy" content="${raw(directives.join('; '))}; script-src 'self'; style-src 'self'"><title>${synthetic && 'SYNTHETIC · '}Results of ${short} · ${title}</title><meta name="description" content="What the runs of commit ${short} came to, and where their episodes are."><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><link rel="icon" type="image/svg+xml" href="${to('/favicon.svg')}"><script src="${to('/theme.js')}"></script><link rel="stylesheet" href="${to(archivedStyles)}"></head><body><header class="masthead"><a class="name" href="${to('/')}">${title}</a><nav aria-label="Main"><a href="${to('/runs/')}">Runs</a></nav></header>${
    synthetic &&
    html`<aside class="synthetic" aria-label="About these results"><p><strong>SYNTHETIC</strong>: invented to show the site; nothing was measured.</p></aside>`
  }<main><h1>Results of <code>${short}</code></h1><p>${visible(subject)} <span class="quiet">${
    date === null ? 'The date of the commit is not known.' : formatInstant(date)
  }</span> <code>${sha}</code></p>${
    runs.length === 0
      ? html`<p>This commit’s file holds no run.</p>`
      : html`<ul>${runs.map(
          ({ runId, suite, label, passed, complete }) =>
            html`<li id="${runAnchor(runId)}"><a href="${to('/compare/')}?a=${short}@${runId}">${visible(suite)}: ${visible(label)}</a>, ${passed.replaceAll(' ', '\u00a0')}${!complete && ', incomplete'}</li>`,
        )}</ul>`
  }<p>It is older than the newest ${whole} commits, whose pages are whole. Its episodes are in <a href="${to(path)}">${path.slice(path.lastIndexOf('/') + 1)}</a>, line ${line}, and in ${
    repositoryUrl === null
      ? stored
      : html`<a href="${repositoryUrl}/blob/HEAD/results/${sha}.json">${stored}</a>`
  }. A run above can be compared with any other.</p></main></body></html>\n`;
}
