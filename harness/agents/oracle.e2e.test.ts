import { expect, test } from 'vitest';
import { checkInstalled } from '../servers/connect-server.ts';
import { findServer, servers } from '../servers/index.ts';
import { toolMappingOf } from '../servers/tool-mappings/index.ts';
import { parseReferenceSolution } from '../task/walkthroughs/read-walkthrough.ts';
import { webOf } from '../testing/folder-of.ts';
import { guestServer } from '../testing/guests/guest-server.ts';
import { play } from '../testing/play.ts';
import { isLong } from '../testing/sized.ts';
import { whyNot } from './baselines/walk/play-steps.ts';
import { noOptions } from './built-in-agent.ts';
import { oracle } from './oracle.ts';

const page = `<title>Kit</title><h1>Kit</h1><form method="get">
<article aria-label="Ridge 2"><h2>Ridge 2</h2><button formaction="/2.html">Add</button></article>
<article aria-label="Ridge 3"><h2>Ridge 3</h2><button formaction="/3.html">Add</button></article>
<label>Name <input name="for"></label>
</form>`;

const success = { kind: 'url' as const, pattern: '^https://a\\.test/3\\.html\\?for=Ada$' };

async function played(walkthrough: string) {
  const steps = parseReferenceSolution('walk.yaml', walkthrough);
  const adapter = await oracle.make({ ...noOptions, walkthrough: async () => steps });
  const web = await webOf({ 'a.test/index.html': page, 'a.test/3.html': '<h1>Ridge 3 is yours</h1>' });
  return play({ web, success, adapter, server: findServer('playwright') });
}

test('a reference solution is played with refs from answers, and its recording replays with refs from new answers', async () => {
  const { result, transcript } = await played(`- fill: { label: Name, text: Ada }
- click: { role: button, name: Add, within: { role: article, name: Ridge 3 } }
- wait: Ridge 3 is yours`);
  expect(result).toMatchObject({ status: 'passed', selfReport: true });
  expect(transcript?.calls.map(({ tool }) => tool)).toEqual([
    'browser_snapshot',
    'browser_type',
    'browser_snapshot',
    'browser_click',
    'browser_wait_for',
  ]);
  expect(transcript?.calls[1]?.args).toEqual({
    target: { $answer: 1, find: expect.stringContaining('textbox "Name"') },
    text: 'Ada',
  });
  expect(transcript?.calls[3]?.args).toEqual({
    target: { $answer: 3, find: expect.stringContaining('{1}- button "Add"') },
  });
});

if (isLong) {
  test('a step that finds two elements ends the episode; the error has the step and the offered elements', async () => {
    const { result } = await played(
      '- fill: { label: Name, text: Ada }\n- click: { role: button, name: Add }',
    );
    expect(result).toMatchObject({
      status: 'adapter_error',
      error: 'step 2 (click): button "Add": 2 elements match: button "Add", button "Add"',
    });
  });
}

test('a missing tool mapping and a missing reference solution are reported before the start', async () => {
  const { missing } = await oracle.make({ ...noOptions, walkthrough: async () => null });
  const task = { id: 'x' } as Parameters<NonNullable<typeof missing>>[0];
  expect(await missing?.(task, guestServer())).toMatch(/^no tool mapping for /);
  expect(await missing?.(task, findServer('playwright'))).toBe('it has no reference solution');
});

/** Logs all input, and passes the log to the page after the form. */
const pageOfVerbs = `<title>All verbs</title><form action="/end.html">
<input name="log" type="hidden" value="">
<button type="button" ondblclick="did('double')">Twice</button>
<button type="button" oncontextmenu="did('right')">Menu</button>
<button type="button" onmouseenter="did('over')">Under</button>
<button type="button" onclick="event.ctrlKey && did('held')">Held</button>
<button type="button" onclick="did('said-' + prompt('Who?'))">Ask</button>
<button type="button" onmousedown="this.dataset.at = Date.now()" onmouseup="Date.now() - this.dataset.at > 250 && did('kept')">Keep</button>
<button type="button" onclick="matchMedia('print').matches && did('printed')">Paper</button>
<button type="button" draggable="true">Thing</button>
<button type="button" ondragover="event.preventDefault()" ondrop="did('dropped')">Basket</button>
<label>Name <input name="name" value="nobody"></label>
<label>Seats <input name="seats" type="number" value="1"></label>
<label>Note <input name="note" onkeydown="this.dataset.keys = 1 + Number(this.dataset.keys || 0); this.dataset.keys === '3' && did('typed')"></label>
<label>Size <select name="size"><option>Small</option><option>Large</option></select></label>
<label><input type="checkbox" name="gift"> Gift</label>
<label><input type="checkbox" name="bag" checked> Bag</label>
<button>Send</button>
</form><div style="height: 3000px"></div><button type="button">Far below</button>
<script>
const did = (what) => { document.querySelector('[name=log]').value += what + '.'; };
document.addEventListener('keydown', ({ key }) => key === 'Escape' && did('escaped'));
document.addEventListener('scroll', () => did('scrolled'), { once: true });
</script>`;

/** The log entry of each step; field values appear in the address instead. */
const steps: readonly (readonly [step: string, log: string])[] = [
  ['- doubleClick: { role: button, name: Twice }', 'double'],
  ['- rightClick: { role: button, name: Menu }', 'right'],
  ['- hover: { role: button, name: Under }', 'over'],
  ['- hold: { role: button, name: Held, key: Control }', 'held'],
  ['- pressHold: { role: button, name: Keep, ms: 300 }', 'kept'],
  [`- script: { code: "() => { did('run'); return '[[ok]]'; }", keep: said }`, 'run'],
  ['- print: true\n- click: { role: button, name: Paper }', 'printed'],
  ['- type: { label: Note, text: abc }', 'typed'],
  ['- press: Escape', 'escaped'],
  ['- drag: { from: { role: button, name: Thing }, to: { role: button, name: Basket } }', 'dropped'],
  ['- click: { role: button, name: Ask }\n- dialog: { accept: Ada }', 'said-Ada'],
];

const fields = `- fill: { label: Name, text: Ada }
- fill: { label: Seats, text: "2" }
- select: { role: combobox, option: Large }
- check: { label: Gift }
- check: { label: Bag, on: false }`;

const end = `- click: { role: button, name: Send }
- wait: The end
- done: { answer: { read: { role: heading, name: { contains: end } } } }`;

/** Servers whose fill tool inserts in front of a field's content. */
const before = new Set(['puppeteer']);

/** Servers that list only visible elements, so there is nothing to scroll to. */
const inView = new Set(['agent-infra']);

if (isLong) {
  /** The installed servers; those of `servers install` may be missing. */
  const here = (
    await Promise.all(
      servers.map((server) =>
        checkInstalled(server).then(
          () => [server],
          () => [],
        ),
      ),
    )
  ).flat();

  test.each(here)('$id: each verb of its tool mapping has its effect on a page', async (server) => {
    const dialect = toolMappingOf(server);
    if (!dialect) return;
    const able = steps.filter(
      ([step]) => whyNot(parseReferenceSolution('step.yaml', step), dialect) === null,
    );
    expect(able.length).toBeGreaterThanOrEqual(3);
    const far = '- scroll: { role: button, name: Far below }';
    const canScroll = whyNot(parseReferenceSolution('step.yaml', far), dialect) === null;
    const scroll = canScroll && !inView.has(server.id) ? [far] : [];
    const text = [...able.map(([step]) => step), fields, ...scroll, end].join('\n');
    const walkthrough = parseReferenceSolution('walk.yaml', text);
    const adapter = await oracle.make({ ...noOptions, walkthrough: async () => walkthrough });
    const { result } = await play({
      web: await webOf({ 'a.test/index.html': pageOfVerbs, 'a.test/end.html': '<h1>The end</h1>' }),
      success: { kind: 'url', pattern: '^https://a\\.test/end\\.html' },
      adapter,
      server,
      maxSteps: 60,
      maxDurationMs: 90_000,
    });
    expect(result).toMatchObject({ status: 'passed', answer: 'The end' });
    const sent = new URL(result.finalUrl ?? '').searchParams;
    expect([...sent.keys()]).not.toContain('bag');
    expect(Object.fromEntries(sent)).toMatchObject({
      ...(before.has(server.id) ? { name: 'Adanobody', seats: '21' } : { name: 'Ada', seats: '2' }),
      note: 'abc',
      size: 'Large',
      gift: 'on',
    });
    const log = (sent.get('log') ?? '').split('.');
    expect([...new Set(log)]).toEqual(
      expect.arrayContaining([...able.map(([, did]) => did), ...scroll.map(() => 'scrolled')]),
    );
  });
}
