import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

/** An environment in which a Node process writes down the modules that it loads. */
export async function watchModules(): Promise<{ env: Record<string, string>; loaded(): Promise<string[]> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cbt-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const list = path.join(folder, 'loaded.txt');
  const hook = path.join(folder, 'hook.mjs');
  await writeFile(
    hook,
    `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    appendFileSync(${JSON.stringify(list)}, url + '\\n');
    return next(url, context);
  },
});
`,
  );
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` },
    loaded: async () => (await readFile(list, 'utf8')).split('\n').filter(Boolean),
  };
}

/** The loaded modules that not every run needs: the SDKs of model vendors, the client of the queue. */
export function optionalLibraries(loaded: readonly string[]): string[] {
  const names = loaded.flatMap(
    (url) => /node_modules\/(@anthropic-ai\/sdk|openai|bullmq|ioredis)\//.exec(url)?.[1] ?? [],
  );
  return [...new Set(names)];
}
