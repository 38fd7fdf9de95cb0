import type { AstroConfig, AstroIntegration } from 'astro';
import { settings } from '../../harness/publish/board/settings.ts';
import { readTaskPages } from '../history/tasks.ts';
import { docPages } from './docs-pages.ts';

const name = 'virtual:rendered-markdown';

/**
 * The module `virtual:rendered-markdown`: the documents of the package as HTML, by their paths in the package, and the reasons
 * of the tasks, by full path. It is not a content collection, because Astro starts a second Vite server for one. That server
 * reads half of the harness and makes a small build 50 % longer.
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

type Node = { value: string; properties?: Readonly<Record<string, unknown>> };
type Changes = {
  replaceNode(node: Node, by: { type: 'text'; value: string }): void;
  removeNode(node: Node): void;
  setProperty(node: Node, name: string, value: null): void;
};

/** Shows raw HTML as text; comments are left out. */
export const withoutHtml = {
  name: 'without-html',
  html(node: Node, context: Changes): void {
    if (/^\s*<!--[\s\S]*?-->\s*$/.test(node.value)) context.removeNode(node);
    else context.replaceNode(node, { type: 'text', value: node.value });
  },
};

/** Removes addresses that a browser would run, or would hand to another program. */
export const withSafeAddresses = {
  name: 'with-safe-addresses',
  element: {
    filter: ['a', 'img'],
    visit(node: Node, context: Changes): void {
      for (const name of ['href', 'src']) {
        const address = node.properties?.[name];
        if (typeof address === 'string' && !isSafe(address)) context.setProperty(node, name, null);
      }
    },
  },
};

/** An option of a command is written with two hyphens, which a dash would replace. */
export const features = { smartPunctuation: { dashes: false } };

const schemes = ['http:', 'https:', 'mailto:'];

/** Follows the rules of a browser, which removes white space from a scheme. */
function isSafe(address: string): boolean {
  const base = 'https://site.invalid/';
  return URL.canParse(address, base) && schemes.includes(new URL(address, base).protocol);
}

async function render({ markdown }: AstroConfig): Promise<Record<string, string>> {
  // Highlighting writes style attributes, which the policy of the pages forbids.
  // Only Astro's own processor; another processor would keep the raw HTML of a task.
  const options = markdown.processor.options as {
    mdastPlugins?: unknown[];
    hastPlugins?: unknown[];
    features?: Record<string, unknown>;
  };
  if (!options.mdastPlugins || !options.hastPlugins || !options.features)
    throw new Error(`the Markdown processor ${markdown.processor.name} takes no plugins; expected satteri`);
  options.mdastPlugins.push(withoutHtml);
  options.hastPlugins.push(withSafeAddresses);
  Object.assign(options.features, features);
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
