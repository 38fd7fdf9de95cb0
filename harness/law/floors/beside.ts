import { defineFloor } from './floor.ts';

export const beside = defineFloor('beside', {
  site: {
    does: 'the pages; computes nothing that the terminal computes otherwise, writes no results',
    rooms: [
      'harness/attestation/attested.ts',
      'harness/contract',
      'harness/digest/digest.ts',
      'harness/files/write-atomically.ts',
      'harness/measures',
      'harness/result',
      'harness/simulation/simulate.ts',
      'harness/standings/contender.ts',
      'harness/standings/ranks.ts',
      'harness/standings/standings.ts',
      'harness/statistics',
      'harness/task',
      'harness/verify/against-git/hold-results.ts',
      'harness/verify/run-contradictions.ts',
      'harness/words',
      'package.json',
      'site/build',
      'site/charts',
      'site/scripts',
    ],
    vendors: ['astro', 'hono', 'satori', 'sharp', 'virtual:rendered-markdown'],
    builtins: ['node:fs', 'node:path'],
  },
  'site/build': {
    does: 'what runs around Astro: the thread that reads the history, links, manifest',
    rooms: ['harness/digest/digest.ts', 'site'],
    vendors: ['astro', 'virtual:rendered-markdown'],
    builtins: ['node:events', 'node:fs', 'node:os', 'node:path', 'node:url', 'node:worker_threads'],
  },
  'site/charts': {
    does: 'open set: charts, drawn in the browser',
    rooms: [
      'harness/measures/index.ts',
      'harness/standings/standings.ts',
      'harness/statistics',
      'harness/words',
      'site',
    ],
    vendors: ['chart.js'],
  },
  'site/scripts': {
    does: 'what pages run in the browser: sorting, comparing',
    rooms: ['harness/result/result.ts', 'site'],
  },
  'site/demo': {
    does: 'invented histories, marked as such',
    rooms: [
      'harness/digest/digest.ts',
      'harness/errors',
      'harness/examples/example-run.ts',
      'harness/result',
      'harness/result/store/save-run.ts',
      'harness/statistics',
      'harness/task',
      'site/history/synthetic-marker.ts',
    ],
    builtins: ['node:child_process', 'node:fs', 'node:os', 'node:path', 'node:util', 'node:worker_threads'],
  },
  'tasks/town/shop': {
    does: 'the shop of the town: goods, baskets, orders, and its pages',
    rooms: ['harness/web/host-handler.ts', 'tasks/town/state/days.ts'],
    vendors: ['hono'],
  },
  'tasks/town/state': {
    does: 'tables of the sites of the town, ids that follow from what a row says, the days of a past',
    rooms: ['harness/web/host-handler.ts'],
  },
  'tasks/town/mail': {
    does: 'the web mail of the town: its mailbox, what is done with mail, and its pages',
    rooms: ['harness/web/host-handler.ts', 'tasks/town/state'],
    vendors: ['hono'],
  },
  'tasks/town/track': {
    does: 'the issue tracker of the town: projects, issues, what is done with them, and its pages',
    rooms: ['harness/web/host-handler.ts', 'tasks/town/state'],
    vendors: ['hono'],
  },
  'tasks/town/templates': {
    does: 'the tasks of the town: what is asked, how it is done, and what is nearly right',
    rooms: [
      'harness/templates/template.ts',
      'harness/web/host-handler.ts',
      'tasks/town/mail',
      'tasks/town/shop',
      'tasks/town/track',
    ],
  },
  tasks: {
    does: 'task files, fixture pages and hosts',
    rooms: [
      'harness/web/host-handler.ts',
      'tasks/town/mail/create-mail.ts',
      'tasks/town/shop/shop.ts',
      'tasks/town/track/create-track.ts',
    ],
    builtins: ['node:fs', 'node:timers/promises'],
  },
});
