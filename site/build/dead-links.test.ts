import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkLinks } from './dead-links.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'links-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function site(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

test('links to pages, files, fragments and elsewhere are fine', () => {
  site({
    'index.html':
      '<link rel="stylesheet" href="/repo/a.css"><a href="/repo/runs/#run-1">x</a> <a href="https://example.com/">y</a>',
    'runs/index.html':
      '<h1 id="run-1">x</h1><a href="#run-1">x</a><a href="../">up</a><a href="/repo/?a=1&amp;b=2">q</a><a href="/repo/?a=1#made-by-script">s</a>',
    'a.css': '',
  });
  expect(checkLinks(folder, '/repo/')).toEqual({ checked: 7, dead: [] });
});

test.each([
  ['/gone/', 'no such file'],
  ['/runs', 'no such file'],
  ['/gone/?a=1#made-by-script', 'no such file'],
  ['#nowhere', 'no element has this id'],
  ['/runs/#nowhere', 'no element has this id'],
])('a link to %s is dead: %s', (target, fault) => {
  site({ 'index.html': `<a href="${target}">x</a>`, 'runs/index.html': '' });
  expect(checkLinks(folder, '/').dead).toEqual([`/: ${target}: ${fault}`]);
});

test('a link that forgets the base is dead although the file is there', () => {
  site({ 'index.html': '<a href="/runs/">x</a>', 'runs/index.html': '' });
  expect(checkLinks(folder, '/repo/').dead).toEqual(['/repo/: /runs/: leaves /repo/']);
});

test('nothing is loaded from elsewhere', () => {
  site({ 'index.html': '<img alt="" src="https://example.com/x.png">' });
  expect(checkLinks(folder, '/').dead).toEqual(['/: https://example.com/x.png: is loaded from elsewhere']);
});
