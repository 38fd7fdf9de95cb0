import { expect } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../folder-of.ts';
import { type Call, play } from '../play.ts';

const web = await webOf({
  'a.test/index.html': '<h1>Start</h1><p id="state"></p>',
  'a.test/app.html': `<p id="state"></p><script>fetch("/api/file", { method: "POST" }).then(() => {
    document.querySelector("#state").textContent = location.search ? "filed, thank you" : "filed";
    history.pushState(null, "", "/memo"); })</script>`,
  'a.test/stored.html': `<p id="state"></p><script>
    document.querySelector("#state").textContent = localStorage.getItem("name") === "Ada" ? "filed" : "open";</script>`,
  'a.test/_host.mjs': `export const createHost = () => {
    let filed = false;
    return (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/api/file') { filed = true; return new Response('filed'); }
      if (pathname === '/api/log') return new Response('logged');
      if (pathname !== '/memo') return undefined;
      const headers = { 'content-type': 'text/html', 'cache-control': 'max-age=3600' };
      return new Response('<p id="state">' + (filed ? 'filed' : 'open') + '</p>', { headers });
    };
  };`,
});

export const filed = (path = '/memo'): Contract => ({
  kind: 'and',
  children: [
    { kind: 'url', pattern: `^https://a\\.test${path}$` },
    { kind: 'network', url_pattern: '/api/', status_in: [200], since: 'contract_enter' },
    { kind: 'dom_text', selector: '#state', contains: 'filed' },
  ],
});
/** What never shows the outcome is not waited for. */
const plan = { showLimitMs: 500 };
export const live = (calls: Call[], success = filed()) =>
  play({ web, success, task: { verify: 'live' }, calls });
export const forged = (calls: Call[], success = filed()) =>
  play({ web, success, task: { verify: 'live' }, calls, plan });
export const open = (path: string): Call => ['open', { url: `https://a.test${path}` }];
export const run = (script: string): Call => ['run', { script }];
export const post = (path: string) => `await fetch('${path}', { method: 'POST' })`;
export const write = `document.querySelector('#state').textContent = 'filed'`;
export const status = async (played: ReturnType<typeof live>) => {
  const { result, verdict, left } = await played;
  expect(left).toEqual([]);
  return [result.status, verdict?.outcome ?? null, result.failedPostcondition?.name ?? null];
};
