import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { configIn } from '../../cli/config/config.ts';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { contrast } from './contrast.ts';
import { contrastFaults, siteColours } from './site-colours.ts';
import { toSiteSettings } from './site-settings.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';

function mistakesOf(root: string, config: object): string[] {
  const read = configIn(root).safeParse(config);
  return read.error?.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`) ?? [];
}

test('black on white has the contrast of 21:1, a colour on itself 1:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#0f5b57', '#0F5B57')).toBe(1);
});

test('the colours that are known are those of the style sheet, and can be read on each other', async () => {
  const css = await readFile(path.join(thisProject.root, 'site/styles/tokens.css'), 'utf8');
  for (const [name, { light, dark }] of Object.entries(siteColours)) {
    const property = name.replace('S', '-s');
    expect(css).toContain(`--${property}: light-dark(${light}, ${dark});`);
  }
  expect(contrastFaults(siteColours)).toEqual([]);
});

test('a colour that cannot be read is refused with its field and the ratio, and so is a background', async () => {
  const root = await folderOf({});
  const pale = { light: '#9adbd4', dark: '#74cdc4' };
  expect(mistakesOf(root, { site: { colours: { accent: pale } } })).toContain(
    'site.colours.accent.light: accent #9adbd4 on paper #fbfaf6 has a contrast of 1.49:1; WCAG AA asks for 4.5:1',
  );
  const grey = { light: '#808080', dark: '#121517' };
  const faults = mistakesOf(root, { site: { colours: { paper: grey } } });
  expect(faults).toContainEqual(
    expect.stringMatching(/^site\.colours\.paper\.light: quiet #5a6065 on paper #808080 /),
  );
  expect(faults.join('\n')).not.toContain('.dark');
  const good = { light: '#7a1f5c', dark: '#f0a3d4' };
  expect(mistakesOf(root, { site: { colours: { accent: good } } })).toEqual([]);
});

test('every mistake of the section site is said at once, each with its field', async () => {
  const root = await folderOf({
    'script.svg': '<svg><script>alert(1)</script></svg>',
    'on.svg': '<svg onload="x()"/>',
    'no.png': 'not a picture',
  });
  const site = {
    title: ' ',
    base: 'below',
    url: 'https://example.com/path',
    colours: { accent: { light: 'red', dark: '#74cdc4' }, ground: {} },
    logo: 'script.svg',
    links: [{ text: 'x', url: 'javascript:alert(1)' }],
    first: [''],
    colour: 1,
  };
  const mistakes = mistakesOf(root, { references: 'none.json', site }).join('\n');
  for (const field of [
    /^references: must be a file in /m,
    /^site\.title: must not be empty/m,
    /^site\.base: must begin with \//m,
    /^site\.url: must be https:\/\/<host>, without a path/m,
    /^site\.colours\.accent\.light: must be a colour as #rrggbb/m,
    /^site\.logo: must be a picture alone; it has a script/m,
    /^site\.links\.0\.url: must begin with https:/m,
    /^site\.first\.0: must not be empty/m,
    /^site: Unrecognized key: "colour"/m,
    /^site\.colours: Unrecognized key: "ground"/m,
  ])
    expect(mistakes).toMatch(field);
  const logo = (name: string) => mistakesOf(root, { site: { logo: name } }).join('\n');
  expect(logo('on.svg')).toContain('it has an event handler');
  expect(logo('no.png')).toContain('must be a PNG');
  expect(logo('logo.gif')).toContain('must be an .svg or a .png');
  await writeFile(path.join(root, 'good.svg'), svg);
  expect(logo('good.svg')).toBe('');
});

test('an option beats the environment, the environment the configuration, and that the default', async () => {
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
  expect(() => of({ SITE_URL: 'example' })).toThrow(/^SITE_URL: must be https:.*found "example"$/);
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
