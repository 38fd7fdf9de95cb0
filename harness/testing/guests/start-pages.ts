import { expect } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../folder-of.ts';
import { play } from '../play.ts';

/** Start pages that do something by themselves, and a goal that no call has gone to. */
export const startPages = await webOf({
  'a.test/index.html': '<h1>Start</h1>',
  'a.test/goal.html': '<h1>Goal</h1>',
  'a.test/popup.html': '<h1>Start</h1><script>open("/goal.html")</script>',
  'a.test/alert.html': '<h1>Start</h1><script>setTimeout(() => alert("Hello"))</script>',
  'a.test/moves-on.html': '<h1>Start</h1><script>location.replace("/elsewhere")</script>',
  'a.test/busts-its-frame.html': '<h1>Start</h1><iframe src="/elsewhere"></iframe>',
  'a.test/elsewhere.html':
    '<h1>Elsewhere</h1><script>if (top !== self) top.location = self.location</script>',
  'a.test/rewrites.html': '<h1>Start</h1><script>history.replaceState(null, "", "/other")</script>',
  'a.test/_host.mjs': `export const createHost = () => ({ url }) =>
    url.endsWith('/broken') ? broken() : /(redirects|moved)$/.test(url) ? Response.redirect(url.endsWith('moved') ? 'https://a.test/redirects' : 'https://b.test/', 302) : undefined`,
  'b.test/index.html': '<h1>Moved</h1>',
});

export const goalShown: Contract = {
  kind: 'and',
  children: [
    { kind: 'url', pattern: '/goal$' },
    { kind: 'dom_text', selector: 'h1', contains: 'Goal' },
  ],
};

export async function expectOpened(page: string): Promise<void> {
  const startUrl = `https://a.test/${page}`;
  const { result } = await play({ web: startPages, success: goalShown, startUrl });
  expect(result).toMatchObject({ status: 'failed' });
}
