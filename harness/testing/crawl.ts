import type { Random } from '../web/host-handler.ts';
import { until } from './browser-of.ts';
import type { TownPages } from './town-pages.ts';

type Crawl = {
  /** The path where it begins; it leaves the host for no link. */
  start: string;
  actions: number;
  random: Random;
  /** What fields are filled with, by their names; the others get a word. */
  values: Readonly<Record<string, string>>;
};

type Crawled = { faults: string[]; routes: Set<string> };

type Target = { index: number; what: string };

/**
 * Presses whatever a page offers, what it pressed least first, and fills forms before it sends them. A fault is an answer
 * of 400 or more (422 is a form that was refused, which is shown), an error in a page, or a press that changed nothing.
 */
export async function crawl(pages: TownPages, { start, actions, random, values }: Crawl): Promise<Crawled> {
  const { hermetic } = pages.web;
  if (!hermetic) throw new Error('only the sealed web is crawled');
  await pages.watch.cdp.send('Browser.setDownloadBehavior', { behavior: 'deny' });
  await pages.open(start);
  const pressed = new Map<string, number>();
  const faults: string[] = [];
  const routes = new Set<string>();
  for (let action = 0; action < actions; action++) {
    const targets = await pages.run<Target[]>(offer);
    if (targets.length === 0) {
      faults.push(`${await here()}: offers nothing`);
      await pages.open(start);
      continue;
    }
    const least = Math.min(...targets.map(({ what }) => pressed.get(what) ?? 0));
    const { index, what } = random.pick(targets.filter((each) => (pressed.get(each.what) ?? 0) === least));
    pressed.set(what, least + 1);
    const from = await here();
    const asked = hermetic.accesses.length;
    const before = await pages.run<string>(press(index, { ...values, '': `word ${random.int(1, 99)}` }));
    const isOver = () => pages.run<boolean>(hasChanged(before)).catch(() => false);
    await until(isOver).catch(() => {
      faults.push(`${from}: ${what} changed nothing`);
    });
    await until(() => hermetic.accesses.every(({ status }) => status > 0));
    faults.push(...(await pages.errors()).map((error) => `${from}: ${what}: ${error}`));
    for (const { url, status, method } of hermetic.accesses.slice(asked)) {
      routes.add(`${method} ${routeOf(url)}`);
      if (status >= 400 && status !== 422) faults.push(`${from}: ${what}: ${method} ${url} ${status}`);
    }
  }
  return { faults: [...faults, ...hermetic.faults], routes };

  function here() {
    return pages.run<string>('location.pathname + location.search');
  }
}

/** Ids as `:id`, so that a route is counted once. */
const routeOf = (url: string) => new URL(url).pathname.replaceAll(/\/[^/]*\d[^/]*/g, '/:id');

const candidates = `[...(document.querySelector('dialog[open]') ?? document).querySelectorAll('a[href], button, summary')]`;

const offer = `${candidates}.flatMap((element, index) => {
  const isHere = element.tagName !== 'A' || (element.origin === location.origin && element.href !== location.href);
  if (!isHere || element.disabled || !element.checkVisibility({ visibilityProperty: true })) return [];
  const where = element.tagName === 'A' ? element.pathname.replaceAll(/\\/[^/]*\\d[^/]*/g, '/:id') : (element.form?.getAttribute('action') ?? location.pathname).replaceAll(/\\/[^/]*\\d[^/]*/g, '/:id');
  const name = element.tagName === 'A' && where.includes(':id') ? '' : (element.ariaLabel ?? element.textContent).trim().replaceAll(/[\\d“].*/g, '').slice(0, 24);
  const page = element.closest('main, dialog') ? location.pathname.replaceAll(/\\/[^/]*\\d[^/]*/g, '/:id') : '';
  return [{ index, what: [element.tagName, name, where, page].join(' ') }];
})`;

const look = `(document.documentElement.outerHTML + location.href + document.activeElement.outerHTML + document.querySelectorAll(':popover-open').length)`;

const press = (index: number, values: Readonly<Record<string, string>>) => `(() => {
  const element = ${candidates}[${index}];
  const values = ${JSON.stringify(values)};
  const { form } = element;
  for (const field of form?.elements ?? []) {
    if (field.matches('input[type=date]') && !field.value) field.value = '2031-03-20';
    else if (field.matches('input:is([type=text], [type=email], [type=tel], [type=search], :not([type])), textarea') && !field.value)
      field.value = values[field.name] ?? values[''];
    else if (field.matches('select') && field.selectedIndex === 0 && field.options.length > 1) field.selectedIndex = 1;
  }
  const box = form?.querySelector('input[type=checkbox][name]:not(:checked)');
  if (box) box.checked = true;
  globalThis.pressedHere = 'stays';
  navigation.onnavigate = ({ downloadRequest, hashChange }) => {
    globalThis.pressedHere = downloadRequest !== null ? 'downloads' : hashChange ? 'stays' : 'leaves';
  };
  const before = ${look};
  queueMicrotask(() => element.click());
  return before;
})()`;

/** A press that leaves has an effect when the next document is there. */
const hasChanged = (
  before: string,
) => `document.readyState === 'complete' && (globalThis.pressedHere === undefined ||
  globalThis.pressedHere === 'downloads' || (globalThis.pressedHere === 'stays' && ${look} !== ${JSON.stringify(before)}))`;
