import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { apiFormats } from './index.ts';

const head = `The fake APIs of \`harness/testing/model-apis\` refuse this too, in the vendor's own shape and words; a test sends each of them one
request a row. \`startVendor(dialect, script)\` starts one on the loopback address. Words hold \`{places}\`. A row whose refusal
no request brings about (a limit, an account without credit) comes where the script asks for it. The lists are no
vendor's whole: they are what was documented or seen, at the source given. Of words marked (ours) the source says only that
this is refused, and with which status.

Printed by \`npx vitest run harness/testing/model-apis/refusal-table.test.ts -u\`.
`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|').trim();
}

function codeCell(text: string): string {
  return text.includes('`') ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``;
}

/** Their tables are a document of their own: one page with all of them is too large. */
const isChatDialect = (id: string) => existsSync(path.join(import.meta.dirname, 'chat', `${id}.ts`));

const documents = [
  {
    file: 'model-apis',
    title: 'What the APIs of models refuse',
    other:
      'Dialects of chat completions (DeepSeek, OpenRouter, Mistral, vLLM, hosts): [chat-apis.md](chat-apis.md).',
    formats: apiFormats.filter(({ id }) => !isChatDialect(id)),
  },
  {
    file: 'chat-apis',
    title: 'What dialects of chat completions refuse',
    other: 'APIs of Anthropic, OpenAI and Google: [model-apis.md](model-apis.md).',
    formats: apiFormats.filter(({ id }) => isChatDialect(id)),
  },
];

test.each(documents)('the tables in docs/$file.md are those in the code', async (document) => {
  const sections = document.formats.map(({ id, title, rows }) =>
    [
      `\n## ${title} (\`${id}\`)\n`,
      '| rule | refuses | status, type | words | source |',
      '|---|---|---|---|---|',
      ...rows.map(({ rule, refuses, status, type, words, source, wordsAreOurs }) => {
        const kind = type === '' ? `${status}` : `${status} \`${type}\``;
        return `| \`${rule}\` | ${cell(refuses)} | ${kind} | ${codeCell(words)}${wordsAreOurs ? ' (ours)' : ''} | <${source}> |`;
      }),
      '',
    ].join('\n'),
  );
  const text = `# ${document.title}\n\n${head}\n${document.other}\n${sections.join('')}`;
  await expect(text).toMatchFileSnapshot(`../../../docs/${document.file}.md`);
});
