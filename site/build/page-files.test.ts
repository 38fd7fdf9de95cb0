import { expect, test } from 'vitest';
import { pageOfEachKind } from './page-files.ts';

test('of each file that makes pages one is visited, whatever its address looks like', () => {
  const files = ['404.astro', 'docs/[...slug].astro', 'docs/index.astro', 'index.astro', 'runs/[sha].astro'];
  files.push('runs/index.astro', 'runs/page/[page].astro', 'method.astro');
  const built = ['/', '/404.html', '/docs/', '/docs/a/b/', '/docs/c/', '/method/', '/runs/', '/runs/0123/'];
  expect(pageOfEachKind(files, [...built, '/runs/page/2/']).sort()).toEqual(
    [...built.filter((path) => path !== '/docs/c/'), '/runs/page/2/'].sort(),
  );
  expect(pageOfEachKind(files, ['/'])).toEqual(['/']);
});
