import { expect, test } from 'vitest';
import { xmlFault } from '../../harness/testing/xml-fault.ts';
import { sitemapFiles } from './sitemap.ts';

const absolute = (path: string) => `https://example.org${path}`;

test('pages stand in the order of their paths, with the date where there is one', async () => {
  const pages = [
    { path: '/tasks/' as const, lastmod: null },
    { path: '/' as const, lastmod: '2026-01-02T03:04:05.000Z' },
  ];
  const files = sitemapFiles(pages, absolute);
  expect([...files.keys()]).toEqual(['sitemap']);
  const xml = files.get('sitemap') ?? '';
  expect(await xmlFault(xml)).toBeNull();
  expect(xml.match(/<url>.*/g)).toEqual([
    '<url><loc>https://example.org/</loc><lastmod>2026-01-02T03:04:05.000Z</lastmod></url>',
    '<url><loc>https://example.org/tasks/</loc></url>',
  ]);
});

test('where the host is not known there is no sitemap', () => {
  expect(sitemapFiles([{ path: '/', lastmod: null }], null).size).toBe(0);
});

test('more pages than one file may hold are split, and an index names the parts', () => {
  const pages = Array.from({ length: 50_001 }, (_, index) => ({
    path: `/runs/${String(index).padStart(7, '0')}/` as const,
    lastmod: null,
  }));
  const files = sitemapFiles(pages, absolute);
  expect([...files.keys()]).toEqual(['sitemap', 'sitemap-1', 'sitemap-2']);
  expect(files.get('sitemap')).toContain('<sitemap><loc>https://example.org/sitemap-2.xml</loc></sitemap>');
  expect(files.get('sitemap-1')?.match(/<url>/g)).toHaveLength(50_000);
  expect(files.get('sitemap-2')?.match(/<url>/g)).toHaveLength(1);
});
