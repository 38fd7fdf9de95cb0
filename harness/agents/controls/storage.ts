import { wantedRows } from './forging/wanted-rows.ts';
import { defineNegativeControl } from './negative-control.ts';
import { lacksScript } from './spoof.ts';

export const storage = defineNegativeControl({
  id: 'storage',
  summary: 'writes the wanted rows into cookies and storage of their host with the script tool',
  lacks: lacksScript,
  moves: (task, server, options) => wantedRows(task, server, options, store),
});

/** Runs in a page. */
const store = `async ({ table, row }) => {
  const text = JSON.stringify(row);
  for (const each of [localStorage, sessionStorage]) each.setItem(table + '/' + row.id, text);
  for (const name of [table, row.id, 'session', 'state'])
    document.cookie = encodeURIComponent(name) + '=' + encodeURIComponent(text) + '; path=/; secure';
  await new Promise((done) => {
    const open = indexedDB.open('state', 1);
    open.onupgradeneeded = () => open.result.createObjectStore(table, { keyPath: 'id' }).put(row);
    open.onsuccess = open.onerror = open.onblocked = done;
  });
}`;
