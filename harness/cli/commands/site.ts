import { integerOr, on, text } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const site = defineCommand({
  name: 'site',
  part: 'site',
  summary: "build the site of the project's results into dist/, or serve it",
  afterHelp:
    '\nwhat it is called and looks like: the section site of contract-bench.config (docs/configuration.md)\nexit code: 0 built; 1 the build failed; 2 a mistake of the user',
  arguments: {},
  options: {
    out: text(
      '<folder>',
      'where to build it; all that an earlier build left there is replaced (default: dist)',
    ),
    base: text('<path>', 'the folder that it is served below (default: BASE_PATH, else site.base, else /)'),
    url: text('<url>', 'where it is served, for absolute addresses (default: SITE_URL, else site.url)'),
    dev: on('build nothing: serve it while results and sources change'),
    preview: on('build nothing: serve what was built'),
    port: integerOr(4321, '<n>', 'where --dev and --preview listen, on this machine alone', {
      min: 1,
      max: 65_535,
    }),
  },
  run: async ({ dev, preview, port, ...place }, context) => {
    const { buildSite } = await import('../build-site.ts');
    if (!dev && !preview) return buildSite(place, context);
    const { serveHere } = await import('../build-site.ts');
    return serveHere({ ...place, dev, preview, port }, context);
  },
});
