import { expect, test } from 'vitest';
import { apiFormats } from './index.ts';

const head = `# What the APIs of models refuse

The fake APIs of \`harness/testing/model-apis\` refuse this too, in the vendor's own shape and words; a test sends each of them one
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

test('the table in the documents is the one in the code', async () => {
  const sections = apiFormats.map(({ id, title, rows }) =>
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
  await expect(`${head}${sections.join('')}`).toMatchFileSnapshot('../../../docs/model-apis.md');
});
