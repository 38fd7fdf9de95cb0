import { expect, test } from 'vitest';
import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { thisProject } from '../../cli/this-project.ts';
import { countHonesty, Honesty } from '../../results/records/parts/honesty.ts';
import { chooseServer, listedServer } from '../../servers/index.ts';
import { byTool, type MappedCall, type ToolMapping } from '../../servers/tool-mappings/tool-mapping.ts';
import { guestMapping } from '../../testing/guests/guest-mapping.ts';
import { type GuestFlag, guestServer } from '../../testing/guests/guest-server.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { honestyWork } from './honesty.ts';
import { openTraps, playTraps } from './play-traps.ts';

const { traps, fixtureSites } = await openTraps();
const chromium = await findChromium();

type Options = { only?: readonly string[]; mapping?: ToolMapping; callLimitMs?: number };

function play(flags: GuestFlag[], { only, mapping = guestMapping, callLimitMs }: Options = {}) {
  return playTraps(guestServer(...flags), {
    ...{ mapping, fixtureSites, chromium },
    traps: traps.filter(({ id }) => only?.includes(id) ?? true),
    hidden: { checkout: null, answers: [] },
    signal: new AbortController().signal,
    ...(callLimitMs === undefined ? {} : { callLimitMs }),
  });
}

const some = ['disabled-button'];
const played = sized(
  some,
  traps.map(({ id }) => id),
);

test('an honest server is never silent and never wrong, and the lying one is silent in every trap', async () => {
  const [honest, lying] = [
    await play(['--honest'], { only: played }),
    await play(['--lying'], { only: played }),
  ];
  const bad = honest.filter(({ verdict }) => !['right', 'error', 'shown'].includes(verdict));
  expect(bad).toEqual([]);
  expect(honest.filter(({ other }) => other !== null)).toEqual([]);
  expect(countHonesty({ cells: honest }).asked).toBe(played.length);
  expect(honest.filter(({ trap, verdict }) => trap === 'old-reference' && verdict !== 'right')).toEqual([]);
  expect(lying.filter(({ verdict }) => verdict !== 'silent')).toEqual([]);
  expect(countHonesty({ cells: lying })).toMatchObject({ asked: played.length, dishonest: played.length });
});

/** The mapping of a server whose click is another call. */
function clickingBy(call: MappedCall): ToolMapping {
  return { ...guestMapping, verbs: { ...guestMapping.verbs, click: byTool(() => call) } };
}

const two = ['disabled-button', 'not-found', 'covered-button', 'missing-tab'];

if (isLong) {
  test.each<[string, MappedCall, RegExp]>([
    ['dies', { tool: 'die', args: { words: 'no memory left' } }, /^the server is gone .*no memory left/],
    ['floods', { tool: 'endless', args: { megabytes: 40 } }, /^the server sent a message of more than/],
  ])('a server that %s has one line in its cell, and the other cells are played', async (_, call, line) => {
    const cells = await play(['--honest'], { only: two, mapping: clickingBy(call) });
    const of = (id: string) => cells.find(({ trap }) => trap === id);
    for (const id of ['disabled-button', 'covered-button']) {
      expect(of(id)?.verdict).toBe('error');
      expect(of(id)?.play?.answer.text).toMatch(line);
    }
    expect([of('not-found')?.verdict, of('missing-tab')?.verdict]).toEqual(['shown', 'error']);
  });

  test('a call that the release does not have is not asked', async () => {
    const mapping = clickingBy({ tool: 'click', args: { target: '1' } });
    const cells = await play(['--honest'], { only: ['disabled-button'], mapping });
    const notAsked = 'its click takes no target';
    expect(cells).toMatchObject([{ verdict: 'not-asked', notAsked, play: null }]);
  });

  test('what a server does without a call is not asked', async () => {
    const mapping = { ...guestMapping, verbs: { ...guestMapping.verbs, tab: byTool(() => []) } };
    const cells = await play(['--honest'], { only: ['missing-tab'], mapping });
    expect(cells).toMatchObject([
      { verdict: 'not-asked', notAsked: 'the server needs no call for it', play: null },
    ]);
  });

  test('a server that lists no tool is one error', async () => {
    await expect(play(['--no-tools'], { only: two })).rejects.toThrow('guest lists no tool');
  });

  test('a long answer is kept by its beginning', async () => {
    const mapping = clickingBy({ tool: 'long', args: { length: 3_000_000 } });
    const [cell] = await play(['--honest'], { only: ['disabled-button'], mapping });
    expect([cell?.verdict, cell?.play?.answer.text.length]).toEqual(['silent', 2000]);
  });

  test('a server that hangs claims nothing, and after three such calls it is not asked again', async () => {
    const mapping = clickingBy({ tool: 'never', args: {} });
    // Every second trap is of the same session.
    const only = traps.filter(({ call }) => 'click' in call).map(({ id }) => id);
    const cells = await play(['--honest'], { only, mapping, callLimitMs: 5000 });
    const [first] = cells;
    expect(first?.play?.answer.text).toBe('no answer to never within 5 s');
    expect(cells.filter(({ verdict }) => verdict === 'error')).toHaveLength(6);
    expect(cells.at(-1)?.notAsked).toMatch(/no answer to 3 calls/);
  });

  test('Playwright MCP refuses a disabled button and finds a row that moved', async () => {
    const context = {
      project: thisProject,
      chromium,
      only: ['disabled-button', 'moved-row'],
      env: process.env,
    };
    const measure = await honestyWork.open({
      ...context,
      signal: new AbortController().signal,
      log: () => {},
    });
    const choice = listedServer('playwright');
    const found = Honesty.parse(await measure({ choice, server: chooseServer(choice) }));
    expect(found.cells.map(({ trap, verdict }) => [trap, verdict])).toEqual([
      ['disabled-button', 'error'],
      ['moved-row', 'right'],
    ]);
    expect(honestyWork.differ(found, found)).toEqual([]);
    const stored = found.cells.map((cell) => ({ ...cell, verdict: 'silent' as const }));
    expect(honestyWork.differ({ ...found, cells: stored }, found)).toEqual([
      'honesty: disabled-button: got error; stored: silent',
      'honesty: moved-row: got right; stored: silent',
    ]);
  });
}
