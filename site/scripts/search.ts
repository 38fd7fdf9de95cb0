import type { Place } from '../data/search-index.ts';
import { type Found, findPlaces, openIndex, type PlaceIndex } from './find-places.ts';

const form = document.querySelector<HTMLFormElement>('#search');
const list = document.querySelector<HTMLOListElement>('#found');
if (form && list) start(form, list);

const shown = 30;

/** The words are in the address as `?q=`. */
function start(form: HTMLFormElement, list: HTMLOListElement): void {
  const input = form.querySelector<HTMLInputElement>('input[name=q]');
  const status = form.querySelector<HTMLElement>('[role=status]');
  if (!input || !status) return;
  const { index: address = '', root = '/' } = form.dataset;
  let index: Promise<PlaceIndex> | undefined;

  const show = async () => {
    const words = input.value.trim();
    if (words === '') {
      list.replaceChildren();
      status.textContent = '';
      return;
    }
    index ??= read(address);
    const ready = await index.catch(() => null);
    // The words changed while the index was read.
    if (words !== input.value.trim()) return;
    if (ready === null) {
      index = undefined;
      status.textContent = 'The search index could not be read.';
      return;
    }
    const found = findPlaces(ready, words);
    status.textContent = `${found.length} found${found.length > shown ? `, the first ${shown} shown` : ''}`;
    list.replaceChildren(...found.slice(0, shown).map((place) => item(root.replace(/\/$/, ''), place)));
  };

  input.value = new URLSearchParams(location.search).get('q') ?? '';
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', () => {
    const asked = new URLSearchParams(input.value === '' ? '' : { q: input.value }).toString();
    history.replaceState(null, '', asked === '' ? location.pathname : `?${asked}`);
    show();
  });
  show();
}

async function read(address: string): Promise<PlaceIndex> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  // Written by the same build.
  const { places }: { places: Place[] } = await answer.json();
  return openIndex(places);
}

const kindWords: Record<Place['kind'], string> = {
  page: 'Page',
  server: 'Server',
  release: 'Release',
  capability: 'Capability',
  result: 'Result',
  task: 'Task',
  document: 'Document',
};

function item(base: string, { path, title, kind, line }: Found): HTMLLIElement {
  const [entry, link, what, words] = [
    document.createElement('li'),
    document.createElement('a'),
    document.createElement('span'),
    document.createElement('p'),
  ];
  link.href = base + path;
  link.textContent = title;
  what.className = 'quiet';
  what.textContent = ` ${kindWords[kind]}`;
  words.textContent = line;
  entry.append(link, what, ...(line === '' ? [] : [words]));
  return entry;
}
