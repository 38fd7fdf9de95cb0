import MiniSearch from 'minisearch';
import type { Place } from '../data/search-index.ts';

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
  let index: Promise<MiniSearch<Place>> | undefined;

  const show = async () => {
    const words = input.value.trim();
    if (words === '') {
      list.replaceChildren();
      status.textContent = '';
      return;
    }
    index ??= read(address);
    const ready = await index.catch(() => null);
    // Somebody went on typing meanwhile.
    if (words !== input.value.trim()) return;
    if (ready === null) {
      index = undefined;
      status.textContent = 'The index could not be read.';
      return;
    }
    const found = ready.search(words, { prefix: true, fuzzy: 0.1, boost: { title: 3 }, combineWith: 'AND' });
    status.textContent = `${found.length} found${found.length > shown ? `, the first ${shown} shown` : ''}`;
    list.replaceChildren(
      ...found
        .slice(0, shown)
        .map(({ path, title, kind }) => item(root.replace(/\/$/, '') + path, title, kind)),
    );
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

async function read(address: string): Promise<MiniSearch<Place>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const places: Place[] = await answer.json();
  const index = new MiniSearch<Place>({
    idField: 'path',
    fields: ['title', 'text'],
    storeFields: ['path', 'title', 'kind'],
  });
  // Two sections of one heading have one address.
  index.addAll([...new Map(places.map((place) => [place.path, place])).values()]);
  return index;
}

function item(address: string, title: string, kind: string): HTMLLIElement {
  const [entry, link, what] = [
    document.createElement('li'),
    document.createElement('a'),
    document.createElement('span'),
  ];
  link.href = address;
  link.textContent = title;
  what.className = 'quiet';
  what.textContent = ` ${kind}`;
  entry.append(link, what);
  return entry;
}
