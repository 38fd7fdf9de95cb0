import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildSite } from '../../harness/testing/build-site.ts';
import { projectWithMembers } from '../../harness/testing/project-with-members.ts';
import { builtPages, pageFiles, pageOfEachKind } from './page-files.ts';

let folder = '';
const read = (name: string) => readFileSync(join(folder, 'dist', name), 'utf8');

beforeAll(async () => {
  ({ folder } = await projectWithMembers());
  await buildSite(join(folder, 'dist'), { SITE_URL: 'https://example.org' }, { checkout: folder });
});

test('the files of data, the leaderboard, the page of a run and the trends have it', () => {
  for (const name of ['leaderboard', 'series']) {
    const [head = '', line = ''] = read(`api/v1/${name}.csv`).split('\r\n');
    expect(line.split(',')[head.split(',').indexOf('medianServerErrors')]).toBe('3');
  }
  expect(read('api/v1/leaderboard.json')).toContain('"serverErrors":{"median":3,"interval95":null}');
  expect(read('index.html')).toMatch(/<th[^>]*data-sort="serverErrors"[^>]*>Server errors<\/th>/);
  expect(read('index.html')).toMatch(/<td[^>]*data-label="Server errors"[^>]*data-value="3">\s*3/);
  expect(read(`runs/${'a'.repeat(40)}/index.html`)).toContain('<dt>Median server errors</dt><dd>3</dd>');
  expect(read('trends/index.html')).toContain('data-chart="serverErrors-trend"');
});

test('a page is one file and one line: navigation, sitemap and the look at each kind have it', () => {
  expect(read('index.html')).toContain('<a href="/errors/">Errors</a>');
  expect(read('errors/index.html')).toContain('<a href="/errors/" aria-current="page">Errors</a>');
  expect(read('sitemap.xml')).toContain('<loc>https://example.org/errors/</loc>');
  expect(pageOfEachKind(pageFiles(folder), builtPages(join(folder, 'dist')))).toContain('/errors/');
});
