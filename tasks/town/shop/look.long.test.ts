import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { openSite } from '../../../harness/testing/site-of.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const origin = 'https://shop.town.test';
const pages = [
  '/',
  '/c/clothing',
  '/search?q=lamp',
  '/search?q=submarine',
  '/offers',
  '/cart',
  '/checkout',
  '/orders',
  '/account',
  '/account/profile',
  '/account/preferences',
  '/account/addresses',
  '/account/addresses/new',
  '/account/cards',
  '/account/password',
  '/account/returns',
  '/wishlist',
  '/help',
  '/help/delivery',
  '/help/payment',
  '/help/contact',
  '/about',
  '/sign-in',
  '/nowhere',
];

type Site = Awaited<ReturnType<typeof openSite>>;

async function show(site: Site, width: number): Promise<void> {
  await site.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: 800,
    deviceScaleFactor: 1,
    mobile: false,
  });
}

/** What axe finds and how far the page scrolls sideways, wide and narrow. */
async function faultsOf(site: Site, where: string): Promise<string[]> {
  const faults: string[] = [];
  await site.run(axe);
  for (const width of [1280, 360]) {
    await show(site, width);
    const wide = await site.run<number>('document.documentElement.scrollWidth - innerWidth');
    if (wide > 0) faults.push(`${where} at ${width} px: scrolls sideways by ${wide} px`);
    const found = await site.run<string[]>(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 160) + ' ' + failureSummary)))`,
    );
    faults.push(...found.map((words) => `${where} at ${width} px: ${words}`));
  }
  return faults;
}

/** Pages with something on them: a basket, a product, each state of a form, an order that can be returned. */
async function fill(site: Site): Promise<string[]> {
  await site.open(`${origin}/c/kitchen`);
  const product = await site.run<string>(`document.querySelector('.card a').pathname`);
  await site.open(`${origin}${product}`);
  await site.run(`(async () => {
    const form = document.querySelector('[data-buy]');
    for (const group of form.querySelectorAll('fieldset')) group.querySelector('input').checked = true;
    await fetch(form.action, { method: 'post', body: new URLSearchParams(new FormData(form)) });
  })()`);
  await site.open(`${origin}/orders?status=delivered`);
  const order = await site.run<string>(`document.querySelector('.order a').pathname`);
  await site.open(`${origin}/orders?status=placed`);
  const placed = await site.run<string>(`document.querySelector('.order a').pathname`);
  return [
    product,
    `${product}/reviews`,
    `${product}/review`,
    order,
    placed,
    `${order}/return`,
    `${order}/receipt`,
    `${order}/confirmation`,
  ];
}

test('no page has a finding of axe or scrolls sideways, at 1280 and 360 pixels', async () => {
  const site = await openSite();
  const more = await fill(site);
  const faults: string[] = [];
  for (const page of [...more, ...pages]) {
    await show(site, 1280);
    await site.open(`${origin}${page}`);
    faults.push(...(await faultsOf(site, page)));
  }
  await show(site, 1280);
  await site.open(`${origin}/checkout`);
  await site.run(`document.querySelector('.checkout').requestSubmit()`);
  await site.arrived();
  faults.push(...(await faultsOf(site, 'a refused checkout')));
  expect([...faults, ...(await site.errors())]).toEqual([]);
});

/** What has the focus after each press of Tab, until it is where it began. */
async function tabbed(site: Site): Promise<string[]> {
  const way: string[] = [];
  for (let press = 0; press < 200; press += 1) {
    const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
    await site.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
    await site.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    const at = await site.run<string>(`(() => {
      const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')];
      return document.activeElement === document.body ? '' : String(all.indexOf(document.activeElement));
    })()`);
    if (at === '' || at === way[0]) return way;
    way.push(at);
  }
  return way;
}

test.each(['/', '/account/addresses/new', '/help/contact', '/checkout'])(
  'Tab goes through %s in the order of the page and misses no control',
  async (page) => {
    const site = await openSite();
    await fill(site);
    await site.open(`${origin}${page}`);
    const way = (await tabbed(site)).map(Number);
    expect(way).toEqual([...way].sort((a, b) => a - b));
    // Of a group of radio buttons one is a stop.
    const stops = await site.run<number>(`(() => {
    const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]')];
    const groups = new Set(all.filter(({ type }) => type === 'radio').map(({ name }) => name));
    return all.filter((each) => each.type !== 'radio' && each.checkVisibility()).length + groups.size;
  })()`);
    expect(way).toHaveLength(stops);
  },
);

test('somebody without a mouse buys something', async () => {
  const site = await openSite();
  const press = async (key: string, code: number, text?: string) => {
    const event = { key, code: key, windowsVirtualKeyCode: code, ...(text !== undefined && { text }) };
    await site.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await site.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  };
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 150; presses += 1) {
      if (await site.run<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
      await press('Tab', 9);
    }
    throw new Error(`Tab never came to ${selector}`);
  };
  const enter = async () => {
    const before = site.accesses.length;
    await press('Enter', 13, '\r');
    await expect.poll(() => site.accesses.length).toBeGreaterThan(before);
    await site.arrived();
  };
  await site.open(`${origin}/search?q=mug`);
  await tabTo('.card a');
  await enter();
  for (const name of await site.run<string[]>(
    `[...document.querySelectorAll('.swatches')].map(({ id }) => id)`,
  )) {
    await tabTo(`[name="${name}"]`);
    await press(' ', 32, ' ');
  }
  await tabTo('.buy .main');
  await enter();
  await expect.poll(() => site.run<string>(`document.querySelector('[data-said]').textContent`)).not.toBe('');
  await site.open(`${origin}/cart`);
  if (await site.run<boolean>(`document.querySelector('.line') === null`))
    throw new Error('the first mug is sold out in this world');
  await tabTo('.summary .main');
  await enter();
  await tabTo('[name=payment]');
  await press(' ', 32, ' ');
  await tabTo('[name=terms]');
  await press(' ', 32, ' ');
  await tabTo('.checkout .main');
  await enter();
  expect(await site.run<string>('location.pathname')).toMatch(/\/confirmation$/);
});
