import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { isLong } from '../../testing/sized.ts';
import { serveTown } from './serve-hosts.ts';

type Said = { status: number | undefined; text: string; cookies: readonly string[] };

/**
 * Requests a name below `localhost` as a browser does: on the loopback address, without the resolver of this machine.
 */
function ask(url: string): Promise<Said> {
  const { port, host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode, text, cookies: answer.headers['set-cookie'] ?? [] }),
      );
    }).on('error', reject);
  });
}

const serve = async (seed: number) => {
  const { urls, close } = await serveTown({ webRoots: thisProject.webRoots, seed, port: 0 });
  onTestFinished(close);
  return urls;
};

if (isLong) {
  test('each host of the town has a name of its own, pages, assets and a world of the seed', async () => {
    const urls = await serve(7);
    const shop = urls.find((url) => url.startsWith('http://shop.localhost:')) ?? '';
    const home = await ask(`${shop}/`);
    expect(home.status).toBe(200);
    expect(home.text).toContain('Copper Lane');
    expect(home.cookies.join()).toContain('session=');
    expect((await ask(`${shop}/assets/shop.css`)).text).toContain('--copper');
    const again = await serve(7);
    const other = await serve(8);
    const homeOf = async (served: readonly string[]) =>
      (await ask(`${served.find((url) => url.includes('//shop.')) ?? ''}/`)).text;
    expect(await homeOf(again)).toBe(home.text);
    expect(await homeOf(other)).not.toBe(home.text);
  });
}

if (isLong) {
  test('a request for another name gets no page', async () => {
    const [first = ''] = await serve(1);
    const { port } = new URL(first);
    for (const name of ['localhost', '127.0.0.1', 'evil.example'])
      expect((await ask(`http://${name}:${port}/`)).status).toBe(404);
  });
}

test('a web without a town is reported', async () => {
  await expect(serveTown({ webRoots: [await folderOf()], seed: 1, port: 0 })).rejects.toThrow(/town/);
});
