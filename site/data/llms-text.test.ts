import { expect, test } from 'vitest';
import { places } from '../words/href.ts';
import { apiFiles } from './api-files.ts';
import { llmsText } from './llms-text.ts';

const contents = {
  title: 'A bench',
  about: 'How well the server of Acme does.',
  stamp: { asOf: '2026-01-02T00:00:00.000Z' },
  places,
  servers: [{ id: 'playwright', title: 'Playwright MCP' }],
  files: apiFiles,
  docs: [
    { slug: 'ci', title: 'The gate', description: 'Gates a pull request.', part: 'guide' as const },
    { slug: 'api', title: 'The API', description: 'Every data file.', part: 'reference' as const },
  ],
  linkTo: (path: string) => `https://example.org/repo${path}`,
};

test('it says what the site is and of when, with every place, server, data file and document', () => {
  const text = llmsText(contents);
  for (const line of [
    '# A bench',
    '> How well the server of Acme does.',
    'The newest record is from 2026-01-02T00:00:00.000Z.',
    '- [Servers, Cost](https://example.org/repo/servers/)',
    '- [Playwright MCP](https://example.org/repo/servers/playwright/)',
    '## Documents: Guides',
    '- [The gate](https://example.org/repo/docs/ci.md): Gates a pull request.',
    '## Documents: Reference',
    '- [The API](https://example.org/repo/docs/api.md): Every data file.',
  ])
    expect(text.split('\n')).toContain(line);
  for (const { path } of apiFiles) expect(text).toContain(`https://example.org/repo${path}`);
  expect(text).toContain('https://example.org/repo/api/v1/servers.schema.json');
  expect(text).not.toContain('SYNTHETIC');
});

test('an invented history and an empty one say so', () => {
  expect(llmsText({ ...contents, stamp: { asOf: null, synthetic: true } })).toContain('SYNTHETIC');
  const empty = llmsText({ ...contents, servers: [], stamp: { asOf: null } });
  expect(empty).toContain('No results yet.');
  expect(empty).not.toContain('## Servers');
});
