import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { apiFormats } from './index.ts';

const head = `If an API rejects a request of a model run, look for the API and its message below.

- A name in braces, such as \`{path}\`, stands for a value in the message.
- (ours) after a message means that we wrote the message, because the source has only the status.
- The lists are incomplete. Each row has a source, which documents or shows the rejection.

The tests of the harness use fake APIs from \`harness/testing/model-apis\`. The fake APIs reject the same requests with the same messages. For each row
a test sends a request to a fake API. \`startVendor(dialect, script)\` starts a fake API on the loopback address. Some rejections do not depend on
the request, for example a rejection because the account has no credit. A fake API sends these rejections only if its script contains them.

This page is written by \`npx vitest run harness/testing/model-apis/refusal-table.test.ts -u\`.
`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|').trim();
}

function codeCell(text: string): string {
  return text.includes('`') ? `\`\` ${cell(text)} \`\`` : `\`${cell(text)}\``;
}

/** `owner/repository#12` for a thread on GitHub, else the host. */
function nameOf(source: string): string {
  const { hostname, pathname } = new URL(source);
  const [, owner, repository, kind, number] = pathname.split('/');
  const isThread = hostname === 'github.com' && /^(issues|pull|discussions)$/.test(kind ?? '');
  return isThread ? `${owner}/${repository}#${number}` : hostname;
}

/** Their tables are a document of their own: one page with all of them is too large. */
const isChatDialect = (id: string) => existsSync(path.join(import.meta.dirname, 'chat', `${id}.ts`));

const documents = [
  {
    file: 'model-hosts',
    title: 'Requests that model APIs reject',
    description:
      'The requests that the APIs of Anthropic, OpenAI and Google reject, with status and message. For authors of model adapters.',
    order: 120,
    other:
      'For hosts of chat completions, such as DeepSeek, OpenRouter, Mistral and vLLM, see [chat-apis.md](chat-apis.md).',
    formats: apiFormats.filter(({ id }) => !isChatDialect(id)),
  },
  {
    file: 'chat-apis',
    title: 'Requests that chat completions APIs reject',
    description:
      'The requests that each chat completions API rejects, with status and message. For authors of model adapters.',
    order: 130,
    other: 'For the APIs of Anthropic, OpenAI and Google see [model-hosts.md](model-hosts.md).',
    formats: apiFormats.filter(({ id }) => isChatDialect(id)),
  },
];

test.each(documents)('the tables in docs/$file.md are those in the code', async (document) => {
  const sections = document.formats.map(({ id, title, rows }) =>
    [
      `\n## ${title} (\`${id}\`)\n`,
      '| rule | rejected request | status, type | message | source |',
      '|---|---|---|---|---|',
      ...rows.map(({ rule, refuses, status, type, words, source, wordsAreOurs }) => {
        const kind = type === '' ? `${status}` : `${status} \`${type}\``;
        return `| \`${rule}\` | ${cell(refuses)} | ${kind} | ${codeCell(words)}${wordsAreOurs ? ' (ours)' : ''} | [${nameOf(source)}](${source}) |`;
      }),
      '',
    ].join('\n'),
  );
  const { title, description, order, other } = document;
  const front = `---\ntitle: ${title}\ndescription: ${description}\npart: reference\norder: ${order}\n---\n`;
  const text = `${front}\n# ${title}\n\n${description.replace('The requests', 'This page lists the requests').replace('For authors', 'It is for authors')}\n\n${head}\n${other}\n${sections.join('')}`;
  await expect(text).toMatchFileSnapshot(`../../../docs/${document.file}.md`);
});
