import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import type { SiteSettings } from '../../harness/publish/site/site-settings.ts';
import { directives, logoPath } from '../words/href.ts';
import { buildThread } from './build-thread.ts';
import { renderedMarkdown } from './rendered-markdown.ts';

/**
 * How Astro builds the site. `root` is a folder of one build alone with a link to the packages: there Astro writes what it
 * makes on its way, so that nothing is written into the sources or the project. In the repository itself that is below `node_modules`.
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
    // A site that is served below a folder needs its base in every link; the address is only for absolute ones.
    ...(url === null ? {} : { site: url }),
    base,
    output: 'static',
    trailingSlash: 'always',
    compressHTML: true,
    // More than one at a time, for writing a file is waiting.
    build: { format: 'directory', concurrency: 8, assets: 'assets', inlineStylesheets: 'never' },
    integrations: [buildThread(), renderedMarkdown(), ...logoOf(settings)],
    // Its colours would be inline styles, which the policy forbids.
    markdown: { syntaxHighlight: false },
    vite: {
      cacheDir: join(made, 'vite'),
      // A script that every page has is fetched once, and not written into each.
      build: {
        assetsInlineLimit: 0,
        // That of gray-matter is for front matter in JavaScript, which no task has.
        rolldownOptions: { checks: { eval: false }, output: { sanitizeFileName: plainName } },
      },
      server: { fs: { allow: [root, packageRoot, realpathSync(join(root, 'node_modules'))] } },
      plugins: [
        {
          name: 'bundled-packages',
          // Else a built page is given whichever version of a package lies at the top of the project's own. A native one cannot
          // be bundled; what is served while it is changed runs where it lies.
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

/** GitHub Pages leaves out what begins with `_` where it builds a branch by Jekyll, as `[id].astro` is called otherwise. */
function plainName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^[-_.]+|[-_]+$/g, '') || 'page';
}

/** In the package, whose sources are built to JavaScript, a page still names them as they are called here. */
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
