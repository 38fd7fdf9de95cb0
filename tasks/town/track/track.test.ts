import { expect, test } from 'vitest';
import { trackOf } from '../../../harness/testing/track-of.ts';
import { walkLinks } from '../../../harness/testing/walk-links.ts';

const walk = () =>
  walkLinks(trackOf(3), ['/home', '/search?q=water'], /[A-Z]{4,5}(-\d+|:[a-z-]+)?|\/[a-z]+\.[a-z]+|=[^&]*/g);

test('every link leads to a page, and the pages of a seed are the same to the byte', async () => {
  const pages = await walk();
  expect([...pages].filter(([, { status }]) => ![200, 303].includes(status))).toEqual([]);
  expect(pages.size).toBeGreaterThan(100);
  expect(await walk()).toEqual(pages);
});

test('what is not there is not found, and says so', async () => {
  const track = trackOf(1);
  for (const path of [
    '/nowhere',
    '/issues/ROOF-9999',
    '/issues/x/edit',
    '/projects/NONE',
    `/projects/${track.led}/milestones/x`,
    `/projects/${track.led}/labels/x`,
    '/people/nobody.here',
    '/filters/x',
    '/comments/x/edit',
  ])
    expect([path, (await track.get(path)).status]).toEqual([path, 404]);
  expect((await track.post('/filters/x/delete')).status).toBe(404);
});

test('a project that is read only can be looked at and not changed', async () => {
  const track = trackOf(1);
  const { readOnly, member } = track;
  const { key } = track.issueIn(readOnly);
  const { text } = await track.get(`/issues/${key}`);
  expect(text).toContain('read only for you');
  expect(text).not.toContain('Save properties');
  for (const path of [
    `/issues/new?project=${readOnly}`,
    `/issues/${key}/edit`,
    `/issues/${key}/move`,
    `/projects/${readOnly}/labels/${readOnly}:safety`,
    `/projects/${member}/milestones/new`,
  ])
    expect([path, (await track.get(path)).status]).toEqual([path, 403]);
  const { id } = track.issueIn(member);
  const deeds: [path: string, form: Record<string, string>][] = [
    ['/issues/new', { project: readOnly, title: 'x' }],
    [`/issues/${key}/properties`, { priority: 'urgent' }],
    [`/issues/${key}/comment`, { action: 'comment', text: 'x' }],
    [`/issues/${key}/duplicate`, { other: id }],
    [`/issues/${id}/move`, { project: readOnly }],
    [`/board/${key}`, { status: 'closed' }],
    [`/projects/${member}/labels`, { name: 'x' }],
  ];
  for (const [path, form] of deeds) {
    expect(await track.changesOf(() => track.post(path, form))).toEqual([]);
    expect([path, (await track.post(path, form)).status]).toEqual([path, 403]);
  }
  expect((await track.get(`/issues/${key}/edit`)).text).toContain('leads the project and decides who may');
});

test('a form of another site, and what is no form, change nothing', async () => {
  const track = trackOf(1);
  const { id } = track.issueIn(track.led);
  const body = new URLSearchParams({ status: 'closed' });
  for (const site of ['cross-site', 'same-site']) {
    const send = () =>
      track.ask(`/board/${id}`, { method: 'POST', body, headers: { 'sec-fetch-site': site } });
    expect(await track.changesOf(send)).toEqual([]);
    expect((await send()).status).toBe(400);
  }
});

test('no form leads a visitor to another site', async () => {
  const track = trackOf(1);
  for (const back of ['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)'])
    expect((await track.post('/bulk', { back })).location).toBe('/issues?notice=nothing-chosen');
});

test('bad forms are refused with their reason', async () => {
  const track = trackOf(1);
  const { led } = track;
  const { id } = track.issueIn(led);
  const deeds: [path: string, form: Record<string, string>, why: RegExp][] = [
    ['/issues/new', { project: led, title: ' ' }, /Write a title/],
    [`/issues/${id}/edit`, { title: '' }, /Write a title/],
    [`/issues/${id}/comment`, { action: 'comment', text: ' ' }, /Write something/],
    [`/issues/${id}/link`, { way: 'blocks', other: 'ROOF-9999' }, /no issue with this key/],
    ['/filters', { name: 'Safety first' }, /There is a filter Safety first already/],
    [`/projects/${led}/labels`, { name: 'Safety' }, led === 'PARK' ? /a label safety already/ : /./],
    [`/projects/${led}/milestones/new`, { name: 'x', due: 'soon' }, /Write a day/],
  ];
  for (const [path, form, why] of deeds) {
    expect(await track.changesOf(() => track.post(path, form))).toEqual([]);
    expect(await track.post(path, form)).toMatchObject({ status: 422, text: expect.stringMatching(why) });
  }
});

test('who signs out sees nothing until he signs in again; the cookie is a session of this host', async () => {
  const track = trackOf(1);
  const { headers, text } = await track.get('/home');
  expect(headers.get('set-cookie')).toMatch(/^session=\w+; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
  expect(text).toContain(track.world.person.name);
  expect(await track.changesOf(() => track.post('/sign-out'))).toEqual([]);
  const out = await track.get('/home');
  expect(out.text).toContain('You are signed out');
  expect(out.text).not.toContain('/issues/');
  await track.post('/sign-in');
  expect((await track.get('/home')).text).toContain('/issues/');
});

test('odd names and words are only names and words', async () => {
  const track = trackOf(1);
  for (const name of ['😀', '../..', '__proto__', '"', 'constructor']) {
    const query = new URLSearchParams({ sort: name, status: name, project: name, words: name, page: name });
    expect((await track.get(`/issues?${query}`)).status).toBe(200);
    for (const path of ['/filters', `/projects/${track.led}/labels`, `/projects/${track.led}/milestones/new`])
      expect([path, name, (await track.post(path, { name })).status]).toEqual([path, name, 303]);
  }
  expect((await track.get('/filters')).text).toContain('&quot;</a>');
});
