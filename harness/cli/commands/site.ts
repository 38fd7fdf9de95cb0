import { integerOr, on, text } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const site = defineCommand({
  name: 'site',
  part: 'site',
  summary: "build the site of the project's results into dist/, or serve the site",
  afterHelp:
    '\nThe field site of contract-bench.config sets the name and the look of the site (docs/configuration.md).\nexit code: 0 if the site was built; 1 if the build failed; 2 for an invalid command line, configuration or results file',
  arguments: {},
  options: {
    out: text(
      '<folder>',
      'the folder for the site; the files of an earlier build there are replaced (default: dist)',
    ),
    base: text(
      '<path>',
      'the path that the site is served below (default: BASE_PATH, else site.base, else /)',
    ),
    url: text(
      '<url>',
      'the origin that the site is served from, for absolute addresses (default: SITE_URL, else site.url)',
    ),
    dev: on('serve the pages without a build, and follow changes of results and sources'),
    preview: on('serve the last build'),
    port: integerOr(4321, '<n>', 'the port of --dev and --preview, on the loopback address', {
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
