import type { AstroConfig, AstroIntegration } from 'astro';
import { settings } from '../../harness/publish/board/settings.ts';
import { readTaskPages } from '../history/tasks.ts';
import { docPages } from './docs-pages.ts';

const name = 'virtual:rendered-markdown';

/**
 * The module `virtual:rendered-markdown`: the documents of the package as HTML, by their paths below it, and the reasons of the
 * tasks, by the whole path of the file. Not a content collection: for one Astro starts a second Vite server before the build begins, which
 * reads half of the harness and makes a small build half as long again.
 */
export function renderedMarkdown(): AstroIntegration {
  let config: AstroConfig | undefined;
  const plugin = {
    name: 'rendered-markdown',
    resolveId: (id: string) => (id === name ? `\0${name}` : undefined),
    load: async (id: string) => (id === `\0${name}` && config ? moduleOf(await render(config)) : undefined),
  };
  return {
    name: plugin.name,
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [plugin] } });
      },
      'astro:config:done': (done) => {
        config = done.config;
      },
    },
  };
}

async function render({ markdown }: AstroConfig): Promise<Record<string, string>> {
  // Highlighting writes style attributes, which the policy of the pages forbids.
  const renderer = await markdown.processor.createRenderer({ syntaxHighlight: false });
  const { taskFiles } = await readTaskPages(settings.suites);
  const sources = [...docPages, ...taskFiles.map(({ file, why }) => ({ file, markdown: why }))];
  const html: Record<string, string> = {};
  for (const source of sources) html[source.file] = (await renderer.render(source.markdown)).code;
  return html;
}

function moduleOf(html: Record<string, string>): string {
  return `export const html = ${JSON.stringify(html)};`;
}
