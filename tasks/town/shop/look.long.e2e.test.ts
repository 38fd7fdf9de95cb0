import { expect, test } from 'vitest';
import { faultsAsShown } from '../../../harness/testing/faults-of-page.ts';
import { openSite } from '../../../harness/testing/site-of.ts';

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

const looks = [
  [1280, 'light'],
  [360, 'light'],
] as const;

/** Pages with content: a basket, a product, each state of a form, an order that can be returned. */
async function fill(site: Site): Promise<string[]> {
  await site.open('/c/kitchen');
  const product = await site.run<string>(`document.querySelector('.card a').pathname`);
  await site.open(product);
  await site.run(`(async () => {
    const form = document.querySelector('[data-buy]');
    for (const group of form.querySelectorAll('fieldset')) group.querySelector('input').checked = true;
    await fetch(form.action, { method: 'post', body: new URLSearchParams(new FormData(form)) });
  })()`);
  await site.open('/orders?status=delivered');
  const order = await site.run<string>(`document.querySelector('.order a').pathname`);
  await site.open('/orders?status=placed');
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
  const faults = await site.faultsOf([...(await fill(site)), ...pages], looks);
  await site.show(1280, 'light');
  await site.open('/checkout');
  await site.run(`document.querySelector('.checkout').requestSubmit()`);
  await site.arrived();
  for (const [width, scheme] of looks) {
    await site.show(width, scheme);
    const found = await faultsAsShown(site);
    faults.push(...found.map((fault) => `a refused checkout at ${width} px: ${fault}`));
  }
  expect([...faults, ...(await site.errors())]).toEqual([]);
});

/** The focused element after each press of Tab, until the first one has the focus again. */
async function tabbed(site: Site): Promise<string[]> {
  const way: string[] = [];
  for (let press = 0; press < 200; press += 1) {
    await site.press('Tab', 9);
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
    await site.open(page);
    const way = (await tabbed(site)).map(Number);
    expect(way).toEqual([...way].sort((a, b) => a - b));
    // A group of radio buttons is one tab stop.
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
  const { press, tabTo } = site;
  const enter = async () => {
    const before = site.accesses.length;
    await press('Enter', 13);
    await expect.poll(() => site.accesses.length).toBeGreaterThan(before);
    await site.arrived();
  };
  await site.open('/search?q=mug');
  await tabTo('.card a');
  await enter();
  for (const name of await site.run<string[]>(
    `[...document.querySelectorAll('.swatches')].map(({ id }) => id)`,
  )) {
    await tabTo(`[name="${name}"]`);
    await press(' ', 32);
  }
  await tabTo('.buy .main');
  await enter();
  await expect.poll(() => site.run<string>(`document.querySelector('[data-said]').textContent`)).not.toBe('');
  await site.open('/cart');
  if (await site.run<boolean>(`document.querySelector('.line') === null`))
    throw new Error('the first mug is sold out in this world');
  await tabTo('.summary .main');
  await enter();
  await tabTo('[name=payment]');
  await press(' ', 32);
  await tabTo('[name=terms]');
  await press(' ', 32);
  await tabTo('.checkout .main');
  await enter();
  expect(await site.run<string>('location.pathname')).toMatch(/\/confirmation$/);
});
