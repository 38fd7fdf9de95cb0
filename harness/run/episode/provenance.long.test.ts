import { test } from 'vitest';
import {
  answerTower,
  expectForged,
  expectReceived,
  open,
  registerWorker,
  run,
  until,
} from '../../testing/guests/towers.ts';
import type { Call } from '../../testing/play.ts';

const agree = run('document.querySelector("button").click()');

test.each<[string, string, Call[]]>([
  ['sets the title it has', '/tower$', [open('/Tower')]],
  [
    'notes how far it was scrolled',
    '/scrolled\\?y=\\d+$',
    [open('/scrolled'), run('scrollTo(0, 500)'), until('/y=[1-9]/.test(location.search)')],
  ],
  [
    'is drawn three seconds late',
    '/late$',
    [open('/late'), until('document.querySelector("#answer").textContent')],
  ],
  ['was agreed to', '/consent$', [open('/consent'), agree, until('document.querySelector("#answer")')]],
  [
    'was gone back to',
    '/tower$',
    [open('/tower'), open('/other'), run('history.back()'), until('location.pathname === "/tower"')],
  ],
])('a page that %s is what it is', expectReceived);

test.each<[string, Call[]]>([
  ['visited, left and answered by the guest', [open('/tower'), open('/other'), answerTower, open('/tower')]],
  [
    'visited, left and answered by a service worker of the guest',
    [open('/tower'), open('/other'), ...registerWorker, open('/tower')],
  ],
])('a page that was %s is tampered', expectForged);
