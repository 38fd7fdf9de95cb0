import { expect, test } from 'vitest';
import type { RoadKind } from '../../results/records/parts/reach.ts';
import type { Entry } from './browser-log.ts';
import { judgeCell, type Sight } from './judge-cell.ts';
import { marks, pageUrls } from './pages.ts';
import { dataMark, targets, urlOf } from './targets.ts';

function verdict(
  id: string,
  kind: RoadKind,
  more: Partial<Omit<Sight, 'entries'>> & { did?: readonly (readonly [Entry['kind'], string?])[] } = {},
): [string, string | null] {
  const target = targets.find((each) => each.id === id);
  if (!target) throw new Error(id);
  const url = urlOf(target, kind, '/f');
  const { did = [], ...rest } = more;
  const entries = did.map(([each, at = url]) => ({ kind: each, url: at, text: each }));
  const blank = { byBrowser: [], byServer: [], answer: '', proof: 'the proof' };
  const { verdict, by } = judgeCell({ target, road: { id: kind, kind }, url, entries, ...blank, ...rest });
  return [verdict, by];
}

const privateUrl = 'http://10.0.0.1/call';

test('a target with a log is answered if the log has its request, whatever the server and the page show', () => {
  expect(verdict('private-10', 'call', { byBrowser: [privateUrl] })).toEqual(['answered', 'browser']);
  expect(verdict('private-10', 'call', { byServer: [privateUrl] })).toEqual(['answered', 'server']);
  expect(verdict('private-10', 'call', { answer: 'the proof' })).toEqual(['refused', 'server']);
  expect(verdict('private-10', 'call', { did: [['document']] })).toEqual(['blocked', 'browser']);
  expect(verdict('private-10', 'redirect', { byBrowser: [privateUrl] })[0]).not.toBe('answered');
});

test('a call is refused if the browser was not asked, and blocked if it was', () => {
  expect(verdict('file', 'call')).toEqual(['refused', 'server']);
  expect(verdict('file', 'call', { did: [['asked', 'http://elsewhere.test/']] })).toEqual([
    'refused',
    'server',
  ]);
  expect(verdict('file', 'call', { did: [['asked'], ['failed']] })).toEqual(['blocked', 'browser']);
  expect(verdict('file', 'call', { did: [['asked'], ['document']] })).toEqual(['answered', 'browser']);
  expect(verdict('file', 'call', { answer: 'it holds the proof' })).toEqual(['answered', 'server']);
  expect(verdict('private-10', 'iframe', { did: [['requested'], ['stopped']] })).toEqual([
    'refused',
    'server',
  ]);
});

test('a page has asked once its script ran, and a redirect has come once its page was requested', () => {
  expect(verdict('file', 'link')).toEqual(['not-asked', null]);
  expect(verdict('file', 'link', { byBrowser: [marks.ran('link', 'file')] })).toEqual(['blocked', 'browser']);
  expect(verdict('file', 'link', { byBrowser: [marks.ran('link', 'data')] })).toEqual(['not-asked', null]);
  const redirecting = pageUrls.redirect('private-10', 'redirect');
  expect(verdict('private-10', 'redirect', { byBrowser: [redirecting] })).toEqual(['blocked', 'browser']);
  expect(verdict('private-10', 'redirect', { byServer: [redirecting] })).toEqual(['refused', 'server']);
  expect(verdict('private-10', 'redirect')).toEqual(['refused', 'server']);
});

test('a source that was opened as a page is refused, and a data: page is answered by its own request', () => {
  const source = 'http://public.test/source/call';
  expect(verdict('view-source', 'call', { byBrowser: [source] })).toEqual(['answered', 'browser']);
  expect(verdict('view-source', 'call', { byBrowser: [source, marks.plain('call')] })).toEqual([
    ...['refused', 'server'],
  ]);
  expect(verdict('data', 'call', { byBrowser: [dataMark('call')] })).toEqual(['answered', 'browser']);
  expect(verdict('data', 'call', { byBrowser: [dataMark('iframe')] })).toEqual(['refused', 'server']);
  expect(verdict('data', 'fetch', { byBrowser: [marks.read('fetch', 'data')] })).toEqual([
    ...['answered', 'browser'],
  ]);
});
