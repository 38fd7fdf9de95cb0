import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { configIn } from '../../cli/config/config.ts';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { siteAbout, toSiteSettings } from './site-settings.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';

function mistakesOf(root: string, config: object): string[] {
  const read = configIn(root).safeParse(config);
  return read.error?.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`) ?? [];
}

test('all mistakes of the section site are reported at once, each with its field', async () => {
  const root = await folderOf({
    'script.svg': '<svg><script>alert(1)</script></svg>',
    'on.svg': '<svg onload="x()"/>',
    'no.png': 'not a picture',
  });
  const site = {
    title: ' ',
    sentence: ' ',
    base: 'below',
    url: 'https://example.com/path',
    logo: 'script.svg',
    links: [{ text: 'x', url: 'javascript:alert(1)' }],
    first: [''],
    colour: 1,
  };
  const mistakes = mistakesOf(root, { references: 'none.json', site }).join('\n');
  for (const field of [
    /^references: must be a file in /m,
    /^site\.title: must not be empty/m,
    /^site\.sentence: must not be empty/m,
    /^site\.base: must begin with \//m,
    /^site\.url: must be https:\/\/<host>, without a path/m,
    /^site\.logo: must be only a picture; it has a script/m,
    /^site\.links\.0\.url: must begin with https:/m,
    /^site\.first\.0: must not be empty/m,
    /^site: Unrecognized key: "colour"/m,
  ])
    expect(mistakes).toMatch(field);
  expect(mistakesOf(root, { site: { colours: {} } })).toEqual([
    'site: Unrecognized key: "colours": all sites have the same colours; expected one of title, sentence, base, url, logo, links, first',
  ]);
  const logo = (name: string) => mistakesOf(root, { site: { logo: name } }).join('\n');
  expect(logo('on.svg')).toContain('it has an event handler');
  expect(logo('no.png')).toContain('must be a PNG');
  expect(logo('logo.gif')).toContain('must be an .svg or a .png');
  await writeFile(path.join(root, 'good.svg'), svg);
  expect(logo('good.svg')).toBe('');
});

test('a project’s texts follow its configuration, and claim nothing of the benchmark', () => {
  const project = { isBenchmark: false, title: 'Acme bench', sentence: null };
  expect(siteAbout({ ...project, sentence: 'How Acme does.' })).toMatchObject({
    lead: 'How Acme does.',
    description: 'How Acme does.',
  });
  expect(siteAbout(project).lead).toContain('Tasks of this project');
  expect(JSON.stringify(siteAbout(project))).not.toMatch(/contract-bench|MIT|language model|same tasks/);
  expect(siteAbout({ ...project, isBenchmark: true }).dataset).toHaveProperty('license');
});

test('options take precedence over the environment, then the configuration, then the default', async () => {
  const root = await folderOf({});
  await mkdir(path.join(root, 'node_modules'));
  const project = { ...thisProject, root, results: path.join(root, 'results') };
  const said = {
    project,
    packaged: thisProject,
    site: { base: '/config/', url: 'https://config.example' },
    folder: root,
  };
  const of = (env: NodeJS.ProcessEnv, options: object = {}) => {
    const { base, url } = toSiteSettings({ ...said, env, ...options });
    return [base, url];
  };
  expect(toSiteSettings({ ...said, site: undefined, env: {} })).toMatchObject({
    base: '/',
    url: null,
    title: 'contract-bench',
    isBenchmark: false,
  });
  expect(of({})).toEqual(['/config/', 'https://config.example']);
  const env = { BASE_PATH: 'env/', SITE_URL: 'https://env.example' };
  expect(of(env)).toEqual(['/env/', 'https://env.example']);
  expect(of(env, { base: '/typed/', url: 'https://typed.example' })).toEqual([
    '/typed/',
    'https://typed.example',
  ]);
  expect(() => of({ SITE_URL: 'example' })).toThrow(/^SITE_URL: must be https:.*got "example"$/);
  // Pictures that are stored with the results are shown without a setting.
  const stored = path.join(project.results, 'pictures');
  expect(toSiteSettings({ ...said, env: {} }).media).toEqual([stored]);
  expect(toSiteSettings({ ...said, env: { MEDIA_DIR: 'more' } }).media).toEqual([
    path.join(root, 'more'),
    stored,
  ]);
  // With the packages of a project, in which the package lies.
  const packaged = { ...thisProject, root: path.join(root, 'node_modules') };
  const { results, cache } = toSiteSettings({ ...said, packaged, env: { RESULTS_DIR: 'other' } });
  expect([results, cache]).toEqual([
    path.join(root, 'other'),
    path.join(root, 'node_modules/.cache/contract-bench'),
  ]);
  // Where the package lies on its own, Astro works near it.
  const away = { ...thisProject, root: '/usr' };
  expect(toSiteSettings({ ...said, packaged: away, env: {} }).cache).not.toContain(root);
});
