import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { knownClassOf } from './command-classes.ts';
import { type Action, GuestActions } from './guest-actions.ts';
import { GuestTalk } from './guest-talk.ts';

type Protocol = { domains: { domain: string; commands?: { name: string }[] }[] };
const require = createRequire(import.meta.url);
const protocol = ['browser', 'js'].flatMap(
  (part) => (require(`devtools-protocol/json/${part}_protocol.json`) as Protocol).domains,
);

test('each command of the protocol has a class, and an unknown command counts as an act', () => {
  const all = protocol.flatMap(({ domain, commands = [] }) =>
    commands.map(({ name }) => `${domain}.${name}`),
  );
  expect(all.length).toBeGreaterThan(600);
  expect(all.filter((method) => knownClassOf(method) === null)).toEqual([]);
  const { taken, send } = talk();
  send('Page.actInANewWay', {});
  expect(taken).toMatchObject([{ kind: 'act', tool: 'command' }]);
});

/** A connection of an agent; the harness receives `taken` and releases everything. */
function talk({ maxLooks = Number.POSITIVE_INFINITY } = {}) {
  const taken: Action[] = [];
  const news: string[] = [];
  const actions: GuestActions = new GuestActions((action) => {
    taken.push(action);
    queueMicrotask(() => {
      if (actions.isScript(action.args)) actions.begin(action.args, null);
      else void actions.pass(action.args);
    });
  });
  actions.maxLooks = maxLooks;
  const heard = new GuestTalk(
    {
      inFront: (id) => void news.push(`front ${id}`),
      opened: (id) => void news.push(`opened ${id}`),
      watched: async (id) => void news.push(`watched ${id}`),
      ended: (why) => void news.push(`ended ${why}`),
    },
    null,
    { actions },
  );
  const attach = (sessionId: string, targetId: string, waitingForDebugger = false) =>
    heard.answered(
      JSON.stringify({
        method: 'Target.attachedToTarget',
        params: { sessionId, targetInfo: { targetId, type: 'page' }, waitingForDebugger },
      }),
    );
  attach('s', 'tab');
  let id = 0;
  const send = (method: string, params: object = {}, sessionId = 's') => {
    id += 1;
    return heard.said(JSON.stringify({ id, method, params, sessionId }));
  };
  return { taken, news, actions, heard, attach, send };
}

const post = 'document.forms[0].submit()';
const within = (message: object) => ({ sessionId: 's', message: JSON.stringify(message) });

test.each<[string, string]>([
  [
    'an escaped name',
    `{"id":1,"method":"\\u0052untime.evaluate","params":{"expression":"${post}"},"sessionId":"s"}`,
  ],
  [
    'much space before it',
    `${' '.repeat(1_200_000)}{"id":1,"method":"Runtime.evaluate","params":{"expression":"${post}"}}`,
  ],
  [
    'much space within it',
    `{"id":1,"method"${'\\n'.repeat(3)}:"Runtime.evaluate","params":{"expression":"${post}"}}`.replaceAll(
      '\\n',
      '\n',
    ),
  ],
  [
    'a doubled key',
    `{"id":1,"method":"DOM.getDocument","method":"Runtime.evaluate","params":{"expression":"${post}"}}`,
  ],
  ['an escaped key', `{"id":1,"\\u006dethod":"Runtime.evaluate","params":{"expression":"${post}"}}`],
  ['the name last', `{"params":{"expression":"${post}"},"sessionId":"s","id":1,"method":"Runtime.evaluate"}`],
  [
    'a message in a message',
    JSON.stringify({
      id: 1,
      method: 'Target.sendMessageToTarget',
      params: within({ id: 1, method: 'Runtime.evaluate', params: { expression: post } }),
    }),
  ],
  [
    'a message in a message in a message',
    JSON.stringify({
      id: 1,
      method: 'Target.sendMessageToTarget',
      params: within({
        id: 1,
        method: 'Target.sendMessageToTarget',
        params: within({ id: 1, method: 'Runtime.evaluate', params: { expression: post } }),
      }),
    }),
  ],
])('a command written with %s is read and forwarded in its parsed form', async (_, text) => {
  const { taken, heard } = talk();
  const { text: sent, reason } = heard.said(text);
  expect(taken).toMatchObject([{ kind: 'script', tool: 'evaluate', args: { code: post } }]);
  expect(sent).toBe(JSON.stringify(JSON.parse(text)));
  await reason;
});

test('a nested message is serialised again too', () => {
  const { heard } = talk();
  const message = '{"id":1,"method":"DOM.getDocument", "method":"DOM.enable"}';
  const sent = heard.said(
    JSON.stringify({ id: 1, method: 'Target.sendMessageToTarget', params: { sessionId: 's', message } }),
  );
  expect(JSON.parse(JSON.parse(sent.text).params.message)).toEqual({ id: 1, method: 'DOM.enable' });
  expect(JSON.parse(sent.text).params.message).not.toContain('getDocument');
});

test.each([
  '',
  'text',
  '[]',
  '7',
  'null',
  '{"id":1',
  '{"id":1}//',
  '{"method":7}',
  '{"params":7}',
  '\uFEFF{}',
])('an invalid command is not forwarded: %j', (text) => {
  expect(() => talk().heard.said(text)).toThrow();
  const params = { sessionId: 's', message: text };
  expect(() => talk().send('Target.sendMessageToTarget', params)).toThrow();
});

test.each<[string, object, Action['kind']]>([
  ['Runtime.evaluate', { expression: post }, 'script'],
  ['Runtime.callFunctionOn', { functionDeclaration: post }, 'script'],
  ['Runtime.compileScript', { expression: post }, 'script'],
  ['Runtime.runScript', { scriptId: '7' }, 'script'],
  ['Debugger.evaluateOnCallFrame', { expression: post }, 'script'],
  ['Debugger.setScriptSource', { scriptSource: post }, 'script'],
  ['Debugger.setBreakpointByUrl', { urlRegex: '.*', condition: post }, 'script'],
  ['Page.addScriptToEvaluateOnNewDocument', { source: post, runImmediately: true }, 'script'],
  ['Page.addScriptToEvaluateOnNewDocument', { source: post }, 'script'],
  ['Target.activateTarget', { targetId: 'tab' }, 'script'],
  ['Page.setDocumentContent', { html: '<form>' }, 'act'],
  ['DOM.setOuterHTML', { outerHTML: '<b>' }, 'act'],
  ['DOM.setAttributeValue', { name: 'value' }, 'act'],
  ['Fetch.fulfillRequest', { responseCode: 200 }, 'act'],
  ['Fetch.continueRequest', { url: 'https://a.test/' }, 'act'],
  ['Network.replayXHR', {}, 'act'],
  ['Network.loadNetworkResource', { url: 'https://a.test/' }, 'act'],
  ['Storage.setCookies', { cookies: [] }, 'act'],
  ['Target.createTarget', { url: 'https://a.test/' }, 'act'],
  ['Target.closeTarget', { targetId: 'tab' }, 'act'],
  ['Page.reload', {}, 'act'],
  ['Page.navigateToHistoryEntry', { entryId: 1 }, 'act'],
  ['Browser.close', {}, 'act'],
  ['Autofill.trigger', {}, 'act'],
  ['WebMCP.invokeTool', {}, 'act'],
  ['Input.insertText', { text: 'a' }, 'act'],
  ['Input.imeSetComposition', { text: 'a' }, 'act'],
  ['Input.dispatchTouchEvent', { type: 'touchEnd' }, 'act'],
  ['Input.synthesizeTapGesture', { x: 1, y: 1 }, 'act'],
  ['Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter' }, 'act'],
])('%s %j goes to the harness and waits', (method, params, kind) => {
  const { taken, send } = talk();
  expect(send(method, params).reason).not.toBeNull();
  expect(taken.map((each) => each.kind)).toEqual([kind]);
});

test.each<[string, object]>([
  ['DOM.getDocument', {}],
  ['Accessibility.getFullAXTree', {}],
  ['Page.captureScreenshot', {}],
  ['Fetch.continueRequest', { requestId: '1' }],
  ['Emulation.setDeviceMetricsOverride', { width: 1 }],
  ['Target.createTarget', { url: 'about:blank' }],
  ['Page.addScriptToEvaluateOnNewDocument', { source: '// a world of its own\n', worldName: 'w' }],
  ['Input.dispatchMouseEvent', { type: 'mouseMoved' }],
  ['Input.dispatchMouseEvent', { type: 'mousePressed' }],
])('%s %j does not wait', (method, params) => {
  const { taken, send } = talk();
  expect([send(method, params).reason, taken]).toEqual([null, []]);
});

test.each(['Target.exposeDevToolsProtocol', 'Tethering.bind', 'Extensions.loadUnpacked'])(
  '%s is refused, of a server and of an agent, within a message too',
  (method) => {
    const none = { inFront() {}, opened() {}, watched: async () => {}, ended() {} };
    const text = JSON.stringify({ id: 1, method });
    for (const heard of [talk().heard, new GuestTalk(none, null)])
      expect(JSON.parse(heard.said(text).text)).toEqual({ id: 1, method: `Refused.${method}` });
    const sent = talk().send('Target.sendMessageToTarget', { sessionId: 's', message: text });
    expect(JSON.parse(JSON.parse(sent.text).params.message).method).toBe(`Refused.${method}`);
  },
);

test('a new target waits until it is watched, and a tab comes to the front, in any spelling of the command', async () => {
  const { heard, news, attach } = talk();
  attach('n', 'new', true);
  const spelt = (name: string) => name.replace('T', '\\u0054').replace('R', '\\u0052');
  const run = heard.said(`{"id":1,"method":"${spelt('Runtime.runIfWaitingForDebugger')}","sessionId":"n"}`);
  await run.reason;
  heard.said(`{"id":2,"method":"${spelt('Target.activateTarget')}","params":{"targetId":"tab"}}`);
  heard.said(JSON.stringify({ id: 3, method: 'Page.bringToFront', sessionId: 'n' }));
  expect(news).toEqual(['watched new', 'front tab', 'front new']);
});

test('preparations in a paused target do not wait, a script waits', () => {
  const { attach, send, taken } = talk();
  attach('n', 'new', true);
  expect(send('Page.addScriptToEvaluateOnNewDocument', { source: post }, 'n').reason).toBeNull();
  expect(
    send('Page.addScriptToEvaluateOnNewDocument', { source: post, runImmediately: true }, 'n').reason,
  ).not.toBeNull();
  expect(taken).toHaveLength(1);
});

const letter = (key: string, more: object = {}): [string, object][] => [
  ['Input.dispatchKeyEvent', { type: 'keyDown', key, ...more }],
  ['Input.dispatchKeyEvent', { type: 'keyUp', key }],
];
const parted = (key: string, text = key): [string, object][] => [
  ['Input.dispatchKeyEvent', { type: 'rawKeyDown', key }],
  ['Input.dispatchKeyEvent', { type: 'char', text }],
  ['Input.dispatchKeyEvent', { type: 'keyUp', key }],
];
const click: [string, object][] = ['mousePressed', 'mouseReleased'].map((type) => [
  'Input.dispatchMouseEvent',
  { type, x: 1, y: 1, button: 'left' },
]);
const look: [string, object][] = [['Runtime.evaluate', { expression: 'document.title' }]];

test.each<[string, [string, object][], string[]]>([
  [
    'a word, letter by letter',
    [...letter('a', { text: 'a' }), ...letter('B', { text: 'B', modifiers: 8 })],
    ['type'],
  ],
  [
    'a word whose letters are a key and a character',
    ['n', 'o', ' ', 'w'].flatMap((each) => parted(each)),
    ['type'],
  ],
  ['a word at once', [['Input.insertText', { text: 'now' }]], ['type']],
  ['two words in two fields', [...parted('a'), ...click, ...parted('b')], ['type', 'click', 'type']],
  [
    'two words with a script between them that sets the focus',
    [...parted('a'), ...look, ...parted('b')],
    ['type', 'evaluate', 'type'],
  ],
  ['Enter, as a key and a character', [...parted('a'), ...parted('Enter', '\r')], ['type', 'press']],
  ['Enter twice', [...parted('Enter', '\r'), ...parted('Enter', '\r')], ['press', 'press']],
  ['Enter by its character alone', [['Input.dispatchKeyEvent', { type: 'char', text: '\r' }]], ['press']],
  ['Enter under the name of a letter', letter('a', { text: '\r' }), ['press']],
  [
    'one key and many characters',
    [...parted('Enter', '\r'), ['Input.dispatchKeyEvent', { type: 'char', text: '\r' }]],
    ['press', 'press'],
  ],
  [
    'arrows and Tab',
    [...letter('Tab'), ...letter('ArrowDown'), ...letter('ArrowDown')],
    ['press', 'press', 'press'],
  ],
  ['shortcuts', [...letter('a', { modifiers: 2 }), ...letter('c', { modifiers: 4 })], ['press', 'press']],
  ['a command of the editor', letter('a', { commands: ['deleteBackward'] }), ['press']],
  ['spaces on a button', [...letter(' ', { text: ' ' }), ...letter(' ', { text: ' ' })], ['type', 'type']],
  [
    'a button that is pressed repeatedly',
    [...click.slice(0, 1), ...click.slice(0, 1), ...click.slice(0, 1)],
    ['click', 'click'],
  ],
  [
    'a turn of the wheel',
    Array.from({ length: 5 }, () => ['Input.dispatchMouseEvent', { type: 'mouseWheel' }]),
    ['scroll'],
  ],
])('as one act: %s', (_, commands, tools) => {
  const { taken, send } = talk();
  for (const [method, params] of commands) void send(method, params);
  expect(taken.map(({ tool }) => tool)).toEqual(tools);
});

test('a new document ends a typed word, and a document or a request other than GET ends a run of scripts', async () => {
  const { actions, taken, send } = talk();
  actions.happened = { documents: 0, requests: 0 };
  const tools = async (method: string, params: object) => {
    await send(method, params).reason;
    return taken.length;
  };
  expect(await tools('Input.insertText', { text: 'a' })).toBe(1);
  actions.happened = { documents: 1, requests: 0 };
  expect(await tools('Input.insertText', { text: 'b' })).toBe(2);
  const script = { expression: post };
  expect(await tools('Runtime.evaluate', script)).toBe(3);
  expect(await tools('Runtime.evaluate', script)).toBe(3);
  actions.happened = { documents: 1, requests: 1 };
  expect(await tools('Runtime.evaluate', script)).toBe(4);
  expect(actions.endRun()).toMatchObject({ codes: [post], isOwn: true });
  expect(actions.endRun()).toBeNull();
});

test('up to ten looks between two acts are one; above the limit a look waits forever', async () => {
  const { actions, send, taken } = talk({ maxLooks: 2 });
  const shoot = (times: number) =>
    Array.from({ length: times }, () => send('Page.captureScreenshot').reason).filter(
      (each) => each !== null,
    );
  expect([shoot(10), actions.looks]).toEqual([[], 1]);
  await send('Page.reload').reason;
  expect([shoot(10), actions.looks]).toEqual([[], 2]);
  expect(shoot(1)).toHaveLength(1);
  expect(taken.map(({ kind }) => kind)).toEqual(['act', 'look']);
});

test('a library reads in an isolated world', () => {
  const { heard, send, taken } = talk();
  const context = { id: 5, uniqueId: '5.5', auxData: { isDefault: false } };
  const event = { method: 'Runtime.executionContextCreated', params: { context } };
  heard.answered(JSON.stringify({ ...event, sessionId: 's' }));
  void send('Runtime.evaluate', { expression: '1', contextId: 5 });
  void send('Input.insertText', { text: 'a' });
  void send('Runtime.evaluate', { expression: '1' });
  expect(taken.map(({ isOwn }) => isOwn)).toEqual([false, undefined, true]);
});
