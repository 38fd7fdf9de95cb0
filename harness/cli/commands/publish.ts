import path from 'node:path';
import { reportsFolder, textOr } from '../../platform/flags.ts';
import { defineCommand, verdict } from './command.ts';

export const publish = defineCommand({
  name: 'publish',
  summary: 'commit the results on top of a remote branch, and push that branch without force',
  arguments: {},
  options: {
    branch: textOr('main', '<name>', 'the branch, which is created if it does not exist'),
    remote: textOr('origin', '<name>', 'a remote of the checkout, or a URL'),
    media: textOr(
      'media',
      '<name>',
      'the branch for pictures of episodes, which is created with the first picture',
    ),
    out: reportsFolder('the --out folder of the published runs, which contains their pictures'),
  },
  run: async ({ branch, remote, media, out }, { project, folder, log }) => {
    const { publish: push } = await import('../../publish/push/publish.ts');
    const { publishPictures } = await import('../../publish/push/publish.ts');
    const to = { folder: project.root, results: project.results, remote };
    const results = await push({ ...to, branch }, log);
    if (!results.ok) return verdict(false, results.lines);
    const pictures = await publishPictures({ ...to, branch: media, out: path.resolve(folder, out) }, log);
    return verdict(pictures.ok, [...results.lines, ...pictures.lines]);
  },
});
