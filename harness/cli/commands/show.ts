import path from 'node:path';
import { integerOr, on, optionalWord, reportsFolder, text, word } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const show = defineCommand({
  name: 'show',
  summary: 'tell an episode step by step: calls, answers, clauses, and where it left a run that passed',
  afterHelp:
    '\nrun: its id, how only that begins, or last; of results/episodes, or of an --out folder\ntask: without it, the first that did not pass',
  arguments: { run: word('<run>'), task: optionalWord('[task]') },
  options: {
    trial: integerOr(1, '<n>', 'which of its trials', { min: 1, max: 10_000 }),
    out: reportsFolder('the --out folder of a run, looked at before the results'),
    html: text('<file>', 'write it as one HTML page that needs no other file, with its pictures'),
    open: on('open that page in the browser; without --html it lies below --out'),
  },
  run: async ({ run, task, trial, out, html, open }, { project, folder, env }) => {
    const { showEpisode } = await import('../../publish/show/show-episode.ts');
    const asked = { project, folder: path.resolve(folder, out), runId: run, taskId: task, trial };
    const { lines, told, printed } = await showEpisode(asked);
    if (html !== null || open) {
      const { writeEpisodePage } = await import('../../publish/show/episode-page.ts');
      const to = html === null ? null : path.resolve(folder, html);
      return writeEpisodePage(told, {
        to,
        open,
        out: asked.folder,
        media: env.MEDIA_DIR || path.join(project.results, 'pictures'),
      });
    }
    const { words, run: played, ...data } = told;
    const clauses = words && Object.fromEntries(words);
    return {
      lines,
      exitCode: 0,
      data: { runId: played.runId, config: played.config, clauses, ...data, printed },
    };
  },
});
