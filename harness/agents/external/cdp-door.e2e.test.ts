import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { devtools } from '../../servers/devtools.ts';
import { webOf } from '../../testing/folder-of.ts';
import { answered, reached, webOfModel } from '../../testing/models/model-play.ts';
import { type PlayedEpisode, type Playing, play } from '../../testing/play.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { noOptions } from '../built-in-agent.ts';
import { chooseAgent } from './choose-agent.ts';

type Command = [method: string, params: object, kept?: string];

const script = fileURLToPath(new URL('../../testing/guests/cdp-agent.mjs', import.meta.url));
const goal: Command = ['Page.navigate', { url: 'https://a.test/goal' }];
const start: Command = ['Page.navigate', { url: 'https://a.test/' }];
const evaluate = (expression: string): Command => ['Runtime.evaluate', { expression }];

async function playAgent(
  commands: readonly Command[],
  flags = '',
  playing: Partial<Playing> = {},
): Promise<PlayedEpisode & { tools: string[] }> {
  const command = `"${process.execPath}" "${script}" '${JSON.stringify(commands)}' ${flags}`;
  const adapter = await chooseAgent({ command, id: 'ours', door: 'cdp' }, noOptions);
  const task = { judge: 'end' } as const;
  const played = await play({
    web: webOfModel,
    success: reached,
    task,
    server: devtools,
    ...playing,
    adapter,
  });
  return { ...played, tools: played.trajectory.steps.map(({ call }) => call.tool) };
}

test('an agent that drives the browser itself passes; its actions are the steps, a file has its answer', async () => {
  const { result, trajectory, tools, left, agentConfined } = await playAgent(
    [start, goal],
    `'--answers={"success":true,"answer":"42 metres"}'`,
    answered,
  );
  expect(result).toMatchObject({ status: 'passed', steps: 2, selfReport: true, answer: '42 metres' });
  expect(trajectory.steps[1]?.call).toEqual({ tool: 'navigate', args: { url: 'https://a.test/goal' } });
  expect(tools).toEqual(['navigate', 'navigate']);
  expect([agentConfined, left]).toEqual([true, []]);
});

test.each(sized([''], ['', '--at-once']))(
  'acts are steps, looks between them are one look, looks of a library are none (%s)',
  async (flag) => {
    const { result, tools } = await playAgent(
      [
        ['Page.createIsolatedWorld', { frameId: 'none' }],
        evaluate('document.title'),
        evaluate('document.links.length'),
        ['Page.captureScreenshot', {}],
        evaluate('document.title'),
        goal,
        ['Input.dispatchMouseEvent', { type: 'mousePressed', x: 1, y: 1, button: 'left', clickCount: 1 }],
        ['Input.dispatchMouseEvent', { type: 'mouseReleased', x: 1, y: 1, button: 'left', clickCount: 1 }],
        ['Input.insertText', { text: 'Ada' }],
        ['Input.dispatchKeyEvent', { type: 'keyDown', key: 'a', text: 'a' }],
        ['Input.dispatchKeyEvent', { type: 'keyUp', key: 'a' }],
        ['Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Tab' }],
        // The text of the field is replaced, which is one act; then a letter is erased.
        ['Input.dispatchKeyEvent', { type: 'keyDown', key: 'a', modifiers: 2 }],
        ['Input.dispatchKeyEvent', { type: 'keyUp', key: 'a', modifiers: 2 }],
        ['Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Backspace' }],
        ['Input.dispatchKeyEvent', { type: 'keyUp', key: 'Backspace' }],
        ['Input.dispatchKeyEvent', { type: 'keyDown', key: 'b', text: 'b' }],
        ['Input.dispatchKeyEvent', { type: 'keyUp', key: 'b' }],
        ['Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Backspace' }],
        ['DOM.getDocument', {}],
      ],
      flag,
    );
    expect(tools).toEqual(['navigate', 'click', 'type', 'press', 'press', 'press']);
    expect(result).toMatchObject({ status: 'passed', steps: 6, looks: 1 });
  },
);

const post = 'void fetch("/", { method: "POST" })';
const raw = (name: string, pad = 0): Command => [
  'raw',
  {
    text: `{"id":"$id","method":"${name}","params":{"expression":${JSON.stringify(post)}},"sessionId":"$session"}`,
    pad,
  },
];
const inOwnWorld = (expression: string): Command[] => [
  ['Page.createIsolatedWorld', { frameId: '$target' }, 'executionContextId'],
  ['Runtime.evaluate', { expression, contextId: '$kept' }],
];
const form = '<title>Form</title><input><select><option>a<option>b</select>';

if (isLong) {
  // Ends when the clock goes on.
  const ticks =
    'new Promise((resolve) => { new MutationObserver(resolve).observe(clock, { childList: true }); })';

  test.each([
    [ticks, ['navigate']],
    // The page of an act is not like the one before it, whatever else has changed.
    [`${ticks}.then(() => { other.textContent = 1; })`, ['evaluate', 'navigate']],
    [`${ticks}.then(() => { clock.remove(); })`, ['evaluate', 'navigate']],
  ])('on a page with a clock the script %s makes the steps %j', async (expression, steps) => {
    const web = await webOf({
      'a.test/index.html': `<title>Start</title><p id="clock">0</p><p id="other">-</p><script>
        setInterval(() => { clock.textContent = Number(clock.textContent) + 1; }, 300);
      </script>`,
      'a.test/goal.html': '<h1>Goal</h1><p id="answer">42 metres</p>',
    });
    const look: Command = ['Page.captureScreenshot', {}];
    const script: Command = ['Runtime.evaluate', { expression, awaitPromise: true }];
    // The clock goes on before the first script.
    const played = await playAgent([...Array<Command>(9).fill(look), script, goal], '', { web });
    expect(played.result).toMatchObject({ status: 'passed' });
    expect(played.tools).toEqual(steps);
  });

  test('every kind of act is a step, and an invalid message ends its connection', async () => {
    const ways: [Command[], string | null][] = [
      [[evaluate(post)], 'evaluate'],
      [[raw('\\u0052untime.evaluate')], 'evaluate'],
      [[raw('Runtime.evaluate', 1_200_000)], 'evaluate'],
      [inOwnWorld(post), 'evaluate'],
      [inOwnWorld('document.querySelector("input").value = "Ada"'), 'evaluate'],
      [inOwnWorld('document.querySelector("select").selectedIndex = 1'), 'evaluate'],
      [inOwnWorld('document.body.attachShadow({ mode: "closed" }).innerHTML = "<p>new"'), 'evaluate'],
      [inOwnWorld('document.title'), null],
      [[['Page.addScriptToEvaluateOnNewDocument', { source: post, runImmediately: true }]], 'evaluate'],
      [
        [
          ['Runtime.compileScript', { expression: post, sourceURL: '', persistScript: true }, 'scriptId'],
          ['Runtime.runScript', { scriptId: '$kept' }],
        ],
        'evaluate',
      ],
      [[['Page.setDocumentContent', { frameId: '$target', html: form }]], 'command'],
      [[['http', { verb: 'PUT', path: '/json/new?https://a.test/' }]], 'navigate'],
    ];
    const act: Command = ['Input.insertText', { text: 'x' }];
    const web = await webOf({ 'a.test/index.html': form });
    const { result, trajectory, tools } = await playAgent(
      [start, ...ways.flatMap(([way]) => [...way, act]), ['raw', { text: 'no command' }]],
      '',
      { web, maxSteps: 50 },
    );
    expect(tools).toEqual(['navigate', ...ways.flatMap(([, tool]) => [...(tool ? [tool] : []), 'type'])]);
    expect(trajectory.steps[1]?.call.args).toEqual({ code: post });
    expect(result).toMatchObject({ status: 'failed', steps: tools.length, looks: 0 });
    expect(result.error).toMatch(
      /^the guest port ended a connection: got .*; expected a command of DevTools$/,
    );
  });

  test('acts after the last step are not executed', async () => {
    const { result, tools, facts } = await playAgent([start, start, goal], '', { maxSteps: 2 });
    expect(result).toMatchObject({ status: 'max_steps', steps: 2 });
    expect(tools).toHaveLength(2);
    expect(facts?.first.url).toBe('https://a.test/');
  });

  test('it reaches the browser and its gateway, and its answer file cannot expose other files', async () => {
    const adapter = await chooseAgent(
      {
        command: `node "${script}" '${JSON.stringify([goal])}'; ln -s /etc/hostname "$ANSWER_FILE"; echo "ANSWER: here"`,
        id: 'ours',
        door: 'cdp',
      },
      noOptions,
    );
    const { result } = await play({
      web: webOfModel,
      success: reached,
      task: { judge: 'end' },
      server: devtools,
      adapter,
    });
    expect(result).toMatchObject({ status: 'passed', answer: 'here' });
  });

  test('an agent that connected has acted, so ending the browser is its own failure', async () => {
    const { result, trajectory } = await playAgent([['DOM.getDocument', {}]], '--closes');
    expect(trajectory).toMatchObject({
      connected: true,
      steps: [{ call: { args: { command: 'Browser.close' } } }],
    });
    // Whether it exits before its last command is reported depends on timing.
    expect(result).toMatchObject({ status: 'failed', error: expect.stringMatching(/^the browser is gone/) });
  });

  test('a file with invalid JSON is the answer itself', async () => {
    const { result } = await playAgent([goal], `'--answers=42 metres'`);
    expect(result).toMatchObject({ status: 'passed', selfReport: null, answer: '42 metres' });
  });

  test('an agent that only looks is ended', async () => {
    const shoot: Command = ['Page.captureScreenshot', {}];
    const { result } = await playAgent([start, ...Array.from({ length: 11 }, () => shoot), goal], '', {
      plan: { limits: { maxSteps: 20, maxDurationMs: 120_000, maxLooks: 1 } },
    });
    expect(result).toMatchObject({ status: 'max_steps', steps: 1, looks: 2 });
    expect(result.error).toBe('got 2 looks; expected at most 1');
  });

  test('an agent that connects and does nothing has failed, one that never connects has not played', async () => {
    const { result } = await playAgent([['DOM.getDocument', {}]]);
    expect(result).toMatchObject({ status: 'failed', steps: 0 });
    const adapter = await chooseAgent({ command: 'exit 3', id: 'ours', door: 'cdp' }, noOptions);
    const idle = await play({ web: webOfModel, success: reached, server: devtools, adapter });
    expect(idle.result.status).toBe('adapter_error');
  });
}
