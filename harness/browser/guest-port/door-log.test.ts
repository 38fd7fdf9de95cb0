import { expect, test } from 'vitest';
import { DoorLog } from './door-log.ts';
import { GuestTalk } from './guest-talk.ts';

const none = { inFront() {}, opened() {}, watched: async () => {}, ended() {} };

/** A guest with a session of one tab, and the door that it comes through. */
function guestAt(refusesScripts: boolean) {
  const door = new DoorLog({ refusesScripts });
  const talk = new GuestTalk(none, null, { door });
  const targetInfo = { targetId: 'tab', type: 'page' };
  talk.answered(
    JSON.stringify({ method: 'Target.attachedToTarget', params: { sessionId: 's', targetInfo } }),
  );
  let id = 0;
  const send = (method: string, params: object = {}) => {
    id += 1;
    return JSON.parse(talk.said(JSON.stringify({ id, method, params, sessionId: 's' })).text).method;
  };
  const answer = (result: object) => talk.answered(JSON.stringify({ id, result, sessionId: 's' }));
  return { door, talk, send, answer };
}

const refused = (method: string) => `Refused.${method}: only http and https addresses are allowed`;

test.each<[string, boolean]>([
  ['https://a.test/', true],
  ['http://a.test/#part', true],
  ['about:blank', true],
  ['', true],
  ['a.test', true],
  ['javascript:1', false],
  [' JavaScript:1', false],
  ['java\nscript:1', false],
  ['\u0001javascript:1', false],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['chrome://version', false],
  ['blob:https://a.test/1', false],
  ['view-source:https://a.test/', false],
  ['about:srcdoc', false],
])('the address %j passes the door of a suite without scripts: %s', (url, passes) => {
  const { door, send } = guestAt(true);
  for (const method of ['Page.navigate', 'Target.createTarget'])
    expect(send(method, { url })).toBe(passes ? method : refused(method));
  expect(door.state().refused).toBe(passes ? null : url);
  expect(guestAt(false).send('Page.navigate', { url })).toBe('Page.navigate');
});

test('an address is refused over HTTP and within a message too, and the first one is kept', async () => {
  const { door, talk, send } = guestAt(true);
  const message = JSON.stringify({ id: 9, method: 'Page.navigate', params: { url: 'javascript:1' } });
  expect(send('Target.sendMessageToTarget', { sessionId: 's', message })).toBe('Target.sendMessageToTarget');
  const params = { url: 'data:,2' };
  const over = talk.overHttp({ method: 'Target.createTarget', params }, Promise.resolve('HTTP 200'));
  expect(over).toEqual({ refusal: 'only http and https addresses are allowed' });
  expect(door.state().refused).toBe('javascript:1');
});

test('an entry of the history passes if the guest has read its address, and the address is allowed', () => {
  const { door, send, answer } = guestAt(true);
  const back = (entryId: number) => send('Page.navigateToHistoryEntry', { entryId });
  expect(back(1)).toContain('an entry of the history that was not read before');
  expect(door.state().refused).toBeNull();
  send('Page.getNavigationHistory');
  answer({
    currentIndex: 0,
    entries: [
      { id: 1, url: 'https://a.test/' },
      { id: 2, url: 'blob:https://a.test/1' },
    ],
  });
  expect([back(1), back(2)]).toEqual(['Page.navigateToHistoryEntry', refused('Page.navigateToHistoryEntry')]);
  expect(door.state().refused).toBe('blob:https://a.test/1');
});

test('acting input and answers of guests are counted, with the time of the first act', () => {
  const { door, send } = guestAt(false);
  const idle: [string, object][] = [
    ['Input.dispatchMouseEvent', { type: 'mouseMoved' }],
    ['Input.dispatchKeyEvent', { type: 'keyUp' }],
    ['Input.setIgnoreInputEvents', {}],
    ['DOM.focus', {}],
    ['Fetch.continueRequest', { requestId: '1' }],
  ];
  for (const [method, params] of idle) send(method, params);
  expect(door.state()).toMatchObject({ acts: 0, firstActAtMs: null, answers: 0 });
  const before = Date.now();
  send('Input.dispatchMouseEvent', { type: 'mousePressed' });
  const { firstActAtMs } = door.state();
  expect(firstActAtMs).toBeGreaterThanOrEqual(before);
  const acting: [string, object][] = [
    ['Input.insertText', { text: 'x' }],
    ['Input.dispatchTouchEvent', { type: 'touchStart' }],
    ['Fetch.fulfillRequest', { requestId: '1' }],
    ['Fetch.continueResponse', { requestId: '1', responseCode: 200 }],
  ];
  for (const [method, params] of acting) send(method, params);
  expect(door.state()).toMatchObject({ acts: 3, firstActAtMs, answers: 2 });
});
