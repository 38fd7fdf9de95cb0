import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { suiteYaml } from './suite-files.ts';

const hosts = ['example.com', 'example.org', 'iana.org', 'www.iana.org'];

/** Gives a copy of the project one member more in each of four open sets, by the files that the document promises. */
export async function addNewMembers(folder: string): Promise<void> {
  await addMember(folder, 'agents', {
    id: 'shy',
    place: './controls/shy.ts',
    imports: `import { defineControl } from './control.ts';`,
    value: `defineControl({ id: 'shy', summary: 'dares nothing', moves: async () => [] })`,
    list: 'noop,',
  });
  await addMember(folder, 'run/reporters', {
    id: 'shout',
    imports: `import type { ReporterMaker } from './reporter.ts';`,
    type: ': ReporterMaker',
    value: `{
      id: 'shout',
      summary: 'says it aloud',
      make: (_plan, { out }) => ({
        episodeEnd: (_run, { taskId, status }) => void out.write(\`\${taskId} \${status}!\`),
      }),
    }`,
    list: 'none]',
  });
  await addMember(folder, 'servers', {
    id: 'mine',
    imports: `import { playwright } from './playwright.ts';`,
    value: `{ ...playwright, id: 'mine', title: 'My server' }`,
    list: 'executeautomation,',
  });
  const h1 = { from: 'example-h1', to: 'hello-h1' };
  await copyFile(folder, { from: 'tasks/fixtures/example-h1.md', to: 'tasks/extra/hello-h1.md', words: h1 });
  await putFile(
    folder,
    'tasks/extra/suite.yaml',
    suiteYaml('extra', { tasks: ['hello-h1'], hosts, starts: false }),
  );
  for (const server of ['mine', 'playwright'])
    await copyFile(folder, {
      from: 'transcripts/playwright/example-h1.jsonl',
      to: `transcripts/${server}/hello-h1.jsonl`,
      words: h1,
    });
  const words = { from: '"id": "playwright"', to: '"id": "mine"' };
  await copyFile(folder, {
    from: 'transcripts/playwright/tools.json',
    to: 'transcripts/mine/tools.json',
    words,
  });
}

export async function putFile(folder: string, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function copyFile(
  folder: string,
  { from, to, words }: { from: string; to: string; words: { from: string; to: string } },
): Promise<void> {
  const text = await readFile(path.join(folder, from), 'utf8');
  await putFile(folder, to, text.replaceAll(words.from, words.to));
}

/** Writes the member's file, and its line in the list, before the given end of another's. */
async function addMember(
  folder: string,
  set: string,
  {
    id,
    place = `./${id}.ts`,
    imports,
    type = '',
    value,
    list,
  }: { id: string; place?: string; imports: string; type?: string; value: string; list: string },
): Promise<void> {
  await putFile(folder, `harness/${set}/${place}`, `${imports}\nexport const ${id}${type} = ${value};\n`);
  const index = await readFile(path.join(folder, 'harness', set, 'index.ts'), 'utf8');
  expect(index).toContain(list);
  await putFile(
    folder,
    `harness/${set}/index.ts`,
    `import { ${id} } from '${place}';\n${index.replace(list, `${list.slice(0, -1)}, ${id}${list.at(-1)}`)}`,
  );
}
