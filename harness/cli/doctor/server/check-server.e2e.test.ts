import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findChromium } from '../../../browser/chromium/find-chromium.ts';
import { serverFromCommand } from '../../../servers/index.ts';
import type { Server } from '../../../servers/server.ts';
import { type GuestFlag, guestServer } from '../../../testing/guests/guest-server.ts';
import { marked } from '../../../testing/processes.ts';
import { isLong, sized } from '../../../testing/sized.ts';
import { checkLines, checkServer } from './check-server.ts';

type Unfit =
  | 'crashes'
  | 'http'
  | 'says-http'
  | 'silent'
  | 'opens-nothing'
  | 'own-browser'
  | 'wants-browser'
  | 'refuses';

/** `unfit-server.mjs`: a server that nothing can be played with, for this reason. */
function unfitServer(why: Unfit): Server {
  const script = fileURLToPath(new URL('../../../testing/guests/unfit-server.mjs', import.meta.url));
  return serverFromCommand('unfit', `exec "${process.execPath}" "${script}" ${why} {endpoint}`);
}

async function check(server: Server, { startMs = 20_000, openMs = 20_000 } = {}) {
  const hidden = { checkout: null, answers: [] };
  const limits = { startMs, openMs };
  const mark = `check-test-${randomUUID()}`;
  const found = await checkServer(server, { chromium: await findChromium(), hidden, limits, mark });
  expect(marked(mark)).toEqual([]);
  return found;
}

test('of a server that can be played with the tools are said with their arguments, what opens a URL and what is odd', async () => {
  const found = await check(guestServer('--odd-tool'));
  expect(found).toMatchObject({
    version: '1.2.3',
    open: { tool: 'open' },
    moved: true,
    faults: [],
    notes: [
      'tool run: title: must be a string; found null; left out',
      expect.stringMatching(/^tool run: outputSchema\.type: .*; found nothing; left out$/),
    ],
  });
  const lines = checkLines(found);
  expect(lines).toContain('  open(url?: string)  open it');
  expect(lines.at(-1)).toBe('the server can play tasks');
});

const crashing: [Unfit, RegExp] = [
  'crashes',
  /^the server does not start: the server is gone \(exit code 1\); its last words: Error \[ERR_MODULE_NOT_FOUND\]: Cannot find module '\/no\/such/,
];

const unfit: [Unfit, RegExp][] = [
  crashing,
  [
    'opens-nothing',
    /^no tool of unfit opens a URL: got read_page, click; expected .*; name the tool in contract-bench\.config\.ts.*: open: \{ tool: 'read_page', args: \{ url: '\{url\}' \} \}$/,
  ],
  [
    'own-browser',
    /^the server launched its own browser \(chrome, process \d+\)\. It must attach to \{endpoint\}.*; navigate answered: navigated$/,
  ],
  [
    'wants-browser',
    /^the server tries to launch its own browser\. .*; navigate answered: Could not find Chrome/,
  ],
  [
    'refuses',
    /^the page was not opened: the browser shows about:blank; navigate answered: Unexpected end of JSON input; some servers need a longer address, such as \{endpoint\}\/json\/version$/,
  ],
];

test.each(sized([crashing], unfit))(
  'of one that nothing can be played with (%s) the one reason is said',
  async (why, said) => {
    const { faults } = await check(unfitServer(why), { openMs: 8000 });
    expect(faults).toEqual([expect.stringMatching(said)]);
  },
);

if (isLong) {
  test.each<[Unfit, RegExp]>([
    [
      'http',
      /^the server uses HTTP, not MCP over stdio: no answer in 5\.0 s, and the server listens on port \d+\. /,
    ],
    [
      'says-http',
      /^the server uses HTTP, not MCP over stdio: .*, and the server printed "http:\/\/localhost:8931\/sse"\. /,
    ],
    [
      'silent',
      /^the server does not use MCP over stdio, or needs more than 5\.0 s to start: the server gave no answer to initialize/,
    ],
  ])(
    'of one that speaks no MCP over stdio (%s) it is said what it does in place of it',
    async (why, said) => {
      const { faults, version } = await check(unfitServer(why), { startMs: 5000 });
      expect([version, faults]).toEqual([null, [expect.stringMatching(said)]]);
    },
  );

  test.each<[GuestFlag, RegExp]>([
    [
      '--dies-at-once',
      /^the server does not start: the server is gone \(exit code 3\); its last words: no screen found$/,
    ],
    [
      '--opens-the-goal',
      /^the page was not opened: the browser shows https:\/\/start\.check\.test\/goal; open answered: /,
    ],
  ])('a server that %s is told from one that plays', async (flag, said) => {
    expect((await check(guestServer(flag), { openMs: 8000 })).faults).toEqual([expect.stringMatching(said)]);
  });

  test('what would outlive a server is a note, and ended', async () => {
    const { faults, notes } = await check(guestServer('--leaves-a-daemon'));
    expect(faults).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^the server leaves a process running.*: sleep 300$/)]);
  });

  test('one that is led to the browser by a call of its own is, with the port as a number', async () => {
    const { origin } = guestServer();
    if (!('command' in origin)) throw new Error('the guest is a command line');
    const attached = async (attach: { tool: string; args: Record<string, unknown> }) =>
      (await check(serverFromCommand('guest', origin.command, { attach }))).faults;
    expect(await attached({ tool: 'node', args: { code: 'throw new Error("at {endpoint}")' } })).toEqual([
      expect.stringMatching(
        /^the server does not start: attach: node answered with an error: .*at http:\/\/127\.0\.0\.1:\d+/,
      ),
    ]);
    expect(await attached({ tool: 'say', args: { content: [], isError: '{port}' } })).toEqual([
      expect.stringMatching(/expected boolean, received number/),
    ]);
    expect(await attached({ tool: 'wait', args: { ms: 1 } })).toEqual([]);
  });
}
