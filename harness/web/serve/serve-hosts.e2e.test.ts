import { get } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { webOf } from '../../testing/folder-of.ts';
import { serveTask } from './serve-hosts.ts';

type Said = { status: number | undefined; text: string; location: string | undefined };

/**
 * Requests a name below `localhost` as a browser does: on the loopback address, without the resolver of this machine.
 */
function ask(url: string, host = new URL(url).host): Promise<Said> {
  const { port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, text, location: answer.headers.location }));
    }).on('error', reject);
  });
}

test('the pages of a task are served with links between its hosts, and the changes can be seen', async () => {
  const fixtureSites = await webOf({
    'a.test/index.html': '<a href="https://b.a.test/x">on</a> <a href="https://a.test.example/">away</a>',
    'b.a.test/_host.mjs': `export const createHost = ({ seed }) => {
      let rows = [{ id: 'first', seed }];
      return {
        tables: () => ({ rows }),
        fetch: ({ url }) => {
          if (!url.endsWith('/x')) return undefined;
          rows = [...rows, { id: 'second', seed }];
          return Response.redirect('https://a.test/', 302);
        },
      };
    };`,
  });
  const served = await serveTask({ fixtureSites, seed: 7, startUrl: 'https://a.test/', port: 0 });
  onTestFinished(served.close);
  const { port } = new URL(served.start);
  expect(served.urls).toEqual([`http://a.test.localhost:${port}`, `http://b.a.test.localhost:${port}`]);
  expect((await ask(served.start)).text).toBe(
    `<a href="http://b.a.test.localhost:${port}/x">on</a> <a href="https://a.test.example/">away</a>`,
  );
  expect(await ask(`http://b.a.test.localhost:${port}/x`)).toMatchObject({
    status: 302,
    location: `http://a.test.localhost:${port}/`,
  });
  const { tables, changes } = JSON.parse((await ask(served.state)).text);
  expect(tables['b.a.test'].rows).toEqual([
    { id: 'first', seed: 7 },
    { id: 'second', seed: 7 },
  ]);
  expect(JSON.stringify(changes['b.a.test'])).toContain('second');
  expect((await ask(served.start, 'evil.example')).status).toBe(404);
});
