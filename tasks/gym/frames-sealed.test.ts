import { expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { readFixtureSites } from '../../harness/web/fixture-sites.ts';

const standIns = await readFixtureSites(thisProject.webRoots);

test('a box is there in its frame alone, and takes nothing without the seal that it has there', async () => {
  const urls = [
    'https://gym.test/frames/own',
    'https://gym.test/frames/nested',
    'https://embed.test/frames/foreign',
  ];
  const { hosts, world } = standIns.open(1);
  for (const url of urls) {
    const ask = async (init: RequestInit) =>
      (await hosts.get(new URL(url).hostname)?.(new Request(url, init)))?.text();
    const site = url.includes('embed') ? 'cross-site' : 'same-origin';
    const headers = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': site };
    const page = await ask({ headers });
    expect(page).toContain('name="word"');
    expect(await ask({})).toContain('in its page alone');
    expect(await ask({ headers: { ...headers, 'sec-fetch-dest': 'empty' } })).toContain('in its page alone');
    const [, pass = ''] = /"form":"([^"]+)"/.exec(page ?? '') ?? [];
    const post = (fields: Record<string, string>) =>
      ask({ method: 'POST', body: new URLSearchParams({ word: 'iris', ...fields }) });
    expect(await post({ pass })).toContain('in its page alone');
    expect(await post({})).toContain('Nothing was done');
  }
  const foreign = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };
  const asked = new Request('https://embed.test/frames/foreign', { headers: foreign });
  expect(await (await hosts.get('embed.test')?.(asked))?.text()).toContain('in its page alone');
  expect(world?.tables()['gym.test']?.deeds).toEqual([]);
});
