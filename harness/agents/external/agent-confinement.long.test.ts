import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { devtools } from '../../servers/devtools.ts';
import { reached, webOfModel } from '../../testing/models/model-play.ts';
import { play } from '../../testing/play.ts';
import { noOptions } from '../adapter.ts';
import { chooseAgent } from './choose-agent.ts';

const cdpAgent = fileURLToPath(new URL('../../testing/guests/cdp-agent.mjs', import.meta.url));

test('an agent that drives the browser itself reaches that, and no other port of this machine', async () => {
  const other = createServer((socket) => socket.end('hello'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo; // it listens on a port
  const reaches = (url: string) =>
    `node -e "fetch(${url}, { signal: AbortSignal.timeout(20_000) }).then(() => console.log(1), () => console.log(0))"`;
  const urls = ['process.env.CDP_URL + `/json/version`', `'http://127.0.0.1:${port}/'`];
  const command = `{ ${urls.map((url) => reaches(url).replaceAll('`', "'")).join('; ')}; cat ${thisProject.root}/pack*.json || echo no-file; } 2>/dev/null | tr "\\n" " " > "$ANSWER_FILE"; node "${cdpAgent}" '[["Page.navigate",{"url":"https://a.test/goal"}]]'`;
  const adapter = await chooseAgent({ command, id: 'ours', door: 'cdp' }, noOptions);
  const { result, agentConfined } = await play({
    web: webOfModel,
    success: reached,
    task: { judge: 'end' },
    server: devtools,
    adapter,
  });
  expect(result).toMatchObject({ status: 'passed', answer: '1 0 no-file' });
  expect(agentConfined).toBe(true);
});
