import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html, raw } from 'hono/html';
import { sha256 } from '../../platform/digest.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { writeAtomically } from '../../platform/files/write-file.ts';
import { formatCount, formatDuration } from '../../platform/words/format.ts';
import type { Result } from '../../results/records/result.ts';
import { contenderOf } from '../../results/records/run-facts.ts';
import { statuses } from '../../results/records/statuses.ts';
import {
  clauseTrackTable,
  episodeEnding,
  firstDiffering,
  lastSeen,
  statusLabel,
  stepListItem,
  turnMarkup,
} from '../board/episode-html.ts';
import { compared, formatInstant, visible } from '../board/format.ts';
import type { EpisodeStory } from './story-lines.ts';

/** Pictures of an episode as data URLs: of a page after a step by its digest, and of the page at the end. */
export type Pictures = { of(sha256: string): string | null; end: string | null };

const styles = ['tokens', 'base', 'page', 'table', 'parts', 'episode', 'print'];

/** An episode as one page that needs no other file and runs no script: the parts are those of the site's page of it. */
function episodePage(told: EpisodeStory, pictures: Pictures): string {
  const { run, result, story, track, comparison, words } = told;
  const { taskId, trial, status } = result;
  const by = compared(contenderOf(run.config));
  const differsAt = comparison?.difference?.seq ?? null;
  const pictureHref = ({ sha256 }: { sha256: string }) => pictures.of(sha256);
  const steps = story.steps.map((step) => stepListItem(step, { track, words, differsAt, pictureHref }));
  const css = styles.map((name) => readFileSync(path.join(stylesFolder, `${name}.css`), 'utf8')).join('\n');
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${taskId}, trial ${trial}: ${status}</title><style>${raw(css)}</style></head><body><main id="content">
<h1>${taskId}</h1><p class="byline">${statusLabel(status)} <span>trial ${trial}</span> <span class="whole">${by}, run <code>${run.runId}</code></span></p>
<section><h2>How it ended</h2><p><code>${taskId}</code>: ${statuses[status].words}.</p>${episodeEnding(result, story)}<dl class="circumstances">${[
    ['Run started', formatInstant(run.startedAt)],
    ['Took', formatDuration(result.durationMs)],
    ['Tool calls', formatCount(result.toolCalls)],
  ].map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>${
    pictures.end && html`<img class="shot" src="${pictures.end}" alt="The page at the end">`
  }</section>
${story.goal !== null && html`<section><h2>What was asked</h2><blockquote>${visible(story.goal)}</blockquote></section>`}
<section><h2>The contract, step by step</h2>${
    track.columns.length === 0
      ? html`<p>Nobody could look at the page: there is nothing to judge.</p>`
      : html`<div class="scrolls" tabindex="0" role="region" aria-label="Each clause after each step">${clauseTrackTable(track, words)}</div>`
  }${status !== 'passed' && lastSeen(track)}</section>
${status !== 'passed' && comparison && leaving(comparison)}
<section><h2>The steps</h2>${
    story.steps.length === 0
      ? html`<p>It ended before anything was called.</p>`
      : html`<ol class="episode">${steps}</ol>`
  }${story.lastTurns.map(turnMarkup)}${story.misses.map((miss) => html`<p class="page">${visible(miss)}</p>`)}${
    story.cut !== null && html`<p>The events end here: ${story.cut}.</p>`
  }${story.unreadable > 0 && html`<p>${formatCount(story.unreadable)} of its events could not be read, and are not here.</p>`}</section>
</main></body></html>
`.toString();
}

const stylesFolder = path.join(import.meta.dirname, '../../../site/styles');

function leaving({ pass, difference }: NonNullable<EpisodeStory['comparison']>) {
  const other =
    pass === 'recording'
      ? 'the recording of the task'
      : `${pass.kind} on ${pass.serverId}, run ${pass.runId}, trial ${pass.trial}`;
  return html`<section><h2>Where it left a run that passed</h2><p>Compared with ${other}.</p>${
    difference
      ? firstDiffering(difference, null)
      : html`<p>Every call is the same: what differs is what the calls met.</p>`
  }</section>`;
}

type Where = {
  /** Null: below `out`. */
  to: string | null;
  open: boolean;
  /** The `--out` folder of the run. */
  out: string;
  /** Where published pictures lie; null where nobody says. */
  media: string | null;
};

/** Writes the page of an episode, and opens it where that is asked. Throws `UserError`. */
export async function writeEpisodePage(told: EpisodeStory, { to, open, out, media }: Where) {
  const { run, result } = told;
  const file = to ?? path.join(out, 'shown', `${run.runId}.${result.taskId}.${result.trial}.html`);
  const isOfFolder = existsSync(path.join(out, `${run.runId}.json`));
  const page = episodePage(told, picturesOf(result, out, media, isOfFolder));
  try {
    makeFolder(path.dirname(file));
    writeAtomically(file, page);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(`show: --html ${file}: cannot be written (${why})`);
  }
  const isOpen = open && (await openFile(file));
  const lines = [
    `page: ${file}`,
    ...(open && !isOpen ? ['nothing here opens it (no xdg-open): open it in a browser yourself'] : []),
  ];
  return { lines, exitCode: 0, data: { runId: run.runId, file, opened: isOpen } };
}

/** A screenshot of a long page is some megabytes; what is larger would make a page that no browser opens. */
const mostBytes = 20 * 2 ** 20;

/** Those that lie in an `--out` folder, and in `media`, where somebody keeps published ones. */
function picturesOf(
  { artifacts: { screenshot } }: Pick<Result, 'artifacts'>,
  out: string,
  media: string | null,
  /** Whether the end of this very run lies in the folder. */
  isOfFolder: boolean,
): Pictures {
  return {
    of: (digest) => {
      const places = [
        path.join(out, 'pictures', `${digest}.webp`),
        ...(media === null
          ? []
          : [path.join(media, `${digest}.webp`), path.join(media, digest.slice(0, 2), `${digest}.webp`)]),
      ];
      for (const file of places) {
        const bytes = bytesOf(file);
        if (bytes && sha256(bytes) === digest) return dataUrl('image/webp', bytes);
      }
      return null;
    },
    end: screenshot && isOfFolder ? dataUrl('image/png', bytesOf(path.join(out, screenshot))) : null,
  };
}

function bytesOf(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    return bytes.length > mostBytes ? null : bytes;
  } catch {
    return null;
  }
}

function dataUrl(type: string, bytes: Buffer): string;
function dataUrl(type: string, bytes: Buffer | null): string | null;
function dataUrl(type: string, bytes: Buffer | null): string | null {
  return bytes && `data:${type};base64,${bytes.toString('base64')}`;
}

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file with the program that this machine opens such files with. False where there is none. */
async function openFile(file: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, file], { detached: true, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
  } catch {
    return false;
  }
  child.unref();
  return true;
}
