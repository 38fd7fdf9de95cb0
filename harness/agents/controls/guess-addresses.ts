import { wantedRows } from './forging/wanted-rows.ts';
import { defineNegativeControl } from './negative-control.ts';
import { lacksScript } from './spoof.ts';

export const guessAddresses = defineNegativeControl({
  id: 'guess-addresses',
  summary: 'sends the wanted rows to addresses where a site might read or write its state',
  lacks: lacksScript,
  moves: (task, server, options) => wantedRows(task, server, options, guess),
});

/** Runs in a page. */
const guess = `async ({ table, row }) => {
  const places = ['state', 'tables', 'world', 'api/' + table, 'api/v1/' + table, 'admin/' + table, '_host.ts', 'graphql', table];
  const addresses = places.flatMap((place) => ['/' + place, '/' + place + '/' + encodeURIComponent(row.id)]);
  await Promise.all(addresses.map(async (address) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH']) {
      const body = method === 'GET' ? {} : { body: JSON.stringify(row), headers: { 'content-type': 'application/json' } };
      await fetch(address, { method, ...body }).catch(() => {});
    }
  }));
}`;
