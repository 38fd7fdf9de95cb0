import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { html, raw } from 'hono/html';
import { sha256 } from '../../harness/platform/digest.ts';
import type { Stamp } from '../../harness/publish/board/data-file.ts';
import { formatInstant, shortSha, visible } from '../../harness/publish/board/format.ts';
import type { CommitSummary } from '../../harness/publish/board/read-site-history.ts';
import { repositoryUrl, settings, siteTitle, synthetic } from '../../harness/publish/board/settings.ts';
import {
  readResultsFile,
  resultsFileOf,
  resultsFilesIn,
  runFileOf,
  storedResults,
} from '../../harness/results/records/read-history.ts';
import { runFile, storedText } from '../../harness/results/records/results-text.ts';
import { type Archived, type ArchivePlan, isPublishedByRun, wholeCommits } from '../history/commits.ts';
import { directives, joinBase, runAnchor } from '../words/href.ts';

/** Writes the archives of `resultsDir`, and their list, below `outDir`. The build checks their content and may fail. */
export function writeArchives(
  resultsDir: string,
  { archives }: ArchivePlan,
  outDir: string,
  stamp: Stamp,
): void {
  mkdirSync(join(outDir, 'api/v1/archive'), { recursive: true });
  const listed = archives.map(({ path, shas }) => {
    const text = archiveText(
      shas.map((sha) => JSON.parse(storedResults(resultsFileOf(resultsDir, sha)))),
      stamp,
    );
    const compressed = gzipSync(text, { level: 9 });
    writeFileSync(join(outDir, path), compressed);
    return {
      path: path.slice(1),
      bytes: compressed.length,
      sha256: sha256(compressed),
      from: shas[0],
      to: shas.at(-1),
    };
  });
  const index = { schema: 'contract-bench.archives.v1', ...stamp, wholeCommits, archives: listed };
  writeFileSync(join(outDir, 'api/v1/archive/index.json'), `${JSON.stringify(index)}\n`);
}

/** The fields of a stored results file, of any version, that its place in an archive needs. */
export type StoredFile = { sha: string; runs: readonly StoredRun[] };
type StoredRun = { runId: string; episodes: readonly { taskId: string }[] };

/**
 * Several commits' results as JSON lines: a head, a line for each commit without its episodes, then a line for each
 * episode with its place. Episodes of one task are adjacent: they are alike, and the window of gzip is 32 KB, less than
 * a commit. This makes the compressed file smaller by a quarter to four fifths.
 */
export function archiveText(files: readonly StoredFile[], { synthetic }: Stamp): string {
  const head = {
    schema: 'contract-bench.archive.v1',
    ...(synthetic && { synthetic }),
    commits: files.length,
  };
  const commits = files.map(({ runs, ...file }) => ({ ...file, runs: runs.map(withoutEpisodes) }));
  const episodes = files.flatMap(({ runs }, commit) =>
    runs.flatMap((run, place) =>
      run.episodes.map((episode, at) => ({ at: [commit, place, at], ...episode })),
    ),
  );
  const byTask = episodes.sort((a, b) => (a.taskId === b.taskId ? 0 : a.taskId < b.taskId ? -1 : 1));
  return [head, ...commits, ...byTask].map((line) => `${JSON.stringify(line)}\n`).join('');
}

function withoutEpisodes({ episodes, ...run }: StoredRun) {
  return run;
}

/** Writes the stored results of each commit that is not `archived` into `folder`. The build checks them and may fail. */
export function writeCommitFiles(
  resultsDir: string,
  folder: string,
  archived: ReadonlyMap<string, unknown>,
): void {
  mkdirSync(folder, { recursive: true });
  for (const { sha, file } of resultsFilesIn(resultsDir))
    if (!archived.has(sha)) {
      const to = join(folder, `${sha}.json`);
      if (isPublishedByRun(file)) writeRunFiles(file, join(folder, sha));
      else if (file.endsWith('.json')) copyFileSync(file, to);
      else writeFileSync(to, commitText(file));
    }
}

/** Writes the runs of a commit into `folder`, byte for byte as stored, or as they would be in their own files. */
function writeRunFiles(file: string, folder: string): void {
  if (file.endsWith('.json')) {
    mkdirSync(folder);
    const content = readResultsFile(file);
    for (const run of content.runs) writeFileSync(runFileOf(folder, run.runId), runFile(content, run));
  } else cpSync(file, folder, { recursive: true });
}

/** A commit's results as one file: byte for byte as stored, or as it would be if its runs were not split. */
export function commitText(file: string): string {
  return file.endsWith('.json') ? storedResults(file) : storedText(readResultsFile(file));
}

/** The styles that these pages share with all pages. */
const sheets = ['tokens', 'base', 'page', 'parts'].map((name) =>
  join(settings.packageRoot, 'site/styles', `${name}.css`),
);

/** Writes a page below `outDir` at the address of each archived commit. */
export function writeArchivedPages(
  resultsDir: string,
  commits: readonly CommitSummary[],
  { archived }: ArchivePlan,
  outDir: string,
  base: string,
): void {
  if (archived.size === 0) return;
  for (const commit of commits) {
    const where = archived.get(commit.sha);
    if (!where) continue;
    const folder = join(outDir, 'runs', commit.sha);
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'index.html'),
      archivedCommitPage(commit, where, resultsFileOf(resultsDir, commit.sha), base).toString(),
    );
  }
  const styles = join(outDir, archivedStyles);
  mkdirSync(join(styles, '..'), { recursive: true });
  writeFileSync(styles, sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n'));
}

const archivedStyles = '/assets/archived.css';

/**
 * The page of an archived commit: the scores of its runs, and the file with the rest. A string and not a page of Astro,
 * because there may be ten thousand.
 */
function archivedCommitPage(commit: CommitSummary, { path, line }: Archived, file: string, base: string) {
  const { sha, date, subject, runs } = commit;
  const to = (address: `/${string}`) => joinBase(base, address);
  const short = shortSha(sha);
  const place = `results/${basename(file)}`;
  const stored = html`<code>${place}</code>`;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="content-security-policy" content="${raw(directives.join('; '))}; script-src 'self'; style-src 'self'"><title>${synthetic && 'SYNTHETIC · '}Results of ${short} · ${siteTitle}</title><meta name="description" content="The scores of the runs of commit ${short}, and the files with their episodes."><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><link rel="icon" type="image/svg+xml" href="${to('/favicon.svg')}"><script src="${to('/theme.js')}"></script><link rel="stylesheet" href="${to(archivedStyles)}"></head><body><header class="masthead"><a class="name" href="${to('/')}">${siteTitle}</a><nav aria-label="Main"><a href="${to('/runs/')}">Runs</a></nav></header>${
    synthetic &&
    html`<aside class="synthetic" aria-label="About these results"><p><strong>SYNTHETIC</strong>: invented to show the site; nothing was measured.</p></aside>`
  }<main><h1>Results of <code>${short}</code></h1><p>${visible(subject)} <span class="quiet">${
    date === null ? 'The date of the commit is not known.' : formatInstant(date)
  }</span> <code>${sha}</code></p>${
    runs.length === 0
      ? html`<p>The results file of this commit has no runs.</p>`
      : html`<ul>${runs.map(
          ({ runId, suite, label, passed, complete }) =>
            html`<li id="${runAnchor(runId)}"><a href="${to('/agents/compare/')}?a=${short}@${runId}">${visible(suite)}: ${visible(label)}</a>, ${passed.replaceAll(' ', '\u00a0')}${!complete && ', incomplete'}</li>`,
        )}</ul>`
  }<p>The results of this commit are archived. The episodes of this commit are in <a href="${to(path)}">${path.slice(path.lastIndexOf('/') + 1)}</a>, line ${line}, and in ${
    repositoryUrl === null
      ? stored
      : html`<a href="${repositoryUrl}/${place.endsWith('.json') ? 'blob' : 'tree'}/HEAD/${place}">${stored}</a>`
  }. The link of a run opens its comparison with another run.</p></main></body></html>\n`;
}
