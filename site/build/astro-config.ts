import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import type { SiteSettings } from '../../harness/publish/site/site-settings.ts';
import { directives, logoPath } from '../words/href.ts';
import { buildThread } from './build-thread.ts';
import { renderedMarkdown } from './rendered-markdown.ts';

/**
 * How Astro builds the site. `root` is the folder of a single build, with a link to the packages: Astro writes its temporary
 * files there, so that the sources and the project stay unchanged. In the repository, `root` is below `node_modules`.
 */
export function astroConfig(settings: SiteSettings, root: string): AstroUserConfig {
  const { packageRoot, base, url } = settings;
  const sources = join(packageRoot, 'site');
  const made = root === packageRoot ? join(root, 'node_modules/.cache/contract-bench/astro') : root;
  return {
    root,
    srcDir: sources,
    publicDir: join(sources, 'public'),
    outDir: join(root, 'dist'),
    cacheDir: join(made, 'cache'),
    // A site below a folder needs its base in every link; the address is only for absolute links.
    ...(url === null ? {} : { site: url }),
    base,
    output: 'static',
    trailingSlash: 'always',
    compressHTML: true,
    // More than one at a time, because most of the time is spent on writing files.
    build: { format: 'directory', concurrency: 8, assets: 'assets', inlineStylesheets: 'never' },
    integrations: [buildThread(), renderedMarkdown(), ...logoOf(settings)],
    // Its colours would be inline styles, which the policy forbids.
    markdown: { syntaxHighlight: false },
    vite: {
      cacheDir: join(made, 'vite'),
      // A script of every page is fetched once, and not inlined into each.
      build: {
        assetsInlineLimit: 0,
        // gray-matter uses eval for front matter in JavaScript, which no task has.
        rolldownOptions: { checks: { eval: false }, output: { sanitizeFileName: plainName } },
      },
      server: { fs: { allow: [root, packageRoot, realpathSync(join(root, 'node_modules'))] } },
      plugins: [
        {
          name: 'bundled-packages',
          // Otherwise a built page loads the version of a package at the top of the project's node_modules. A native package cannot
          // be bundled; in `astro dev` packages run from their own folder.
          config: (_, { command }) =>
            command === 'build'
              ? { environments: { prerender: { resolve: { noExternal: true, external: ['sharp'] } } } }
              : {},
        },
        { name: 'built-sources', enforce: 'pre', resolveId: builtSource },
      ],
    },
    devToolbar: { enabled: false },
    security: { csp: { directives: [...directives] } },
  };
}

/** Without it, Jekyll on GitHub Pages leaves out files that begin with `_`, as the chunk of `[id].astro` would. */
function plainName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^[-_.]+|[-_]+$/g, '') || 'page';
}

/** The package has sources built to JavaScript, and its pages still import their TypeScript names. */
function builtSource(id: string, importer: string | undefined): string | undefined {
  if (!importer || !/^\.{1,2}\/.*\.ts$/.test(id)) return undefined;
  const file = resolve(dirname(importer.replace(/\?.*$/, '')), id);
  if (existsSync(file)) return undefined;
  const built = file.replace(/\.ts$/, '.js');
  return existsSync(built) ? built : undefined;
}

/** The project's picture, as a file of the site. */
function logoOf({ logo, packageRoot }: SiteSettings): AstroIntegration[] {
  if (logo === null) return [];
  const route = join(
    packageRoot,
    'site/data',
    `logo-file${existsSync(join(packageRoot, 'site/data/logo-file.ts')) ? '.ts' : '.js'}`,
  );
  return [
    {
      name: 'logo',
      hooks: {
        'astro:config:setup': ({ injectRoute }) =>
          injectRoute({ pattern: logoPath(logo), entrypoint: route }),
      },
    },
  ];
}
