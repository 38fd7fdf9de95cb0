import { expect, test } from 'vitest';
import { shopOf } from '../../../harness/testing/shop-of.ts';
import { categories } from './catalogue/kinds.ts';
import type { Account, Order, Product, Review, Stock, Variant } from './state/rows.ts';

const seeds = Array.from({ length: 12 }, (_, index) => index + 1);

test.each(seeds)(
  'the shop of seed %i has the sizes that it is designed for, and everything in it goes together',
  (seed) => {
    const shop = shopOf(seed);
    const products = shop.rows<Product>('products');
    const variants = shop.rows<Variant>('variants');
    const stock = shop.rows<Stock>('stock');
    expect(products.length).toBeGreaterThanOrEqual(200);
    expect(new Set(products.map(({ category }) => category)).size).toBe(categories.length);
    expect(variants.length).toBeGreaterThan(1000);
    expect(stock.map(({ id }) => id)).toEqual(variants.map(({ id }) => id));
    expect(stock.filter(({ onHand }) => onHand === 0).length).toBeGreaterThan(50);
    expect(shop.rows<Review>('reviews').length).toBeGreaterThan(700);
    for (const [name, rows] of Object.entries(shop.state()))
      expect(new Set(rows.map(({ id }) => id)).size, name).toBe(rows.length);
    const known = new Map(products.map((product) => [product.id, product]));
    for (const { id, price, kind, was } of products) {
      const own = variants.filter(({ product }) => product === id);
      expect(Math.min(...own.map((variant) => variant.price))).toBe(price);
      expect(was === null || was > price).toBe(true);
      // Near misses: the same kind in other models, and in a range with another name.
      expect(products.filter((product) => product.kind === kind).length).toBeGreaterThanOrEqual(4);
    }
    for (const { lines, goods, discount, deliveryPrice, total, placedOn, deliveredOn } of shop.rows<Order>(
      'orders',
    )) {
      expect(goods).toBe(lines.reduce((sum, { qty, price }) => sum + qty * price, 0));
      expect(total).toBe(goods - discount + deliveryPrice);
      expect(lines.every(({ product }) => known.has(product))).toBe(true);
      expect(placedOn <= '2031-03-11' && (deliveredOn ?? '') <= '2031-03-11').toBe(true);
    }
    const own = shop.rows<Order>('orders').filter(({ customer }) => customer === shop.world.person.id);
    expect(new Set(own.map(({ status }) => status)).size).toBe(5);
    const nounOf = (product: string) => known.get(product)?.noun;
    const alike = Map.groupBy(
      own.flatMap(({ lines }) => [...new Set(lines.map(({ product }) => nounOf(product)))]),
      (noun) => noun,
    );
    expect([...alike.values()].filter(({ length }) => length >= 6).length).toBeGreaterThanOrEqual(3);
    expect(own.slice(0, 2).every(({ address, status }) => address && status === 'placed')).toBe(true);
  },
);

test('a natural search finds six things or more, and nothing is found of nonsense', async () => {
  const shop = shopOf(3);
  for (const words of ['tents', 'water bottle', 'rain jacket', 'moss', 'lamp', 'stainless steel']) {
    const { text } = await shop.get(`/search?q=${encodeURIComponent(words)}`);
    const [, found = '0'] = /<p role="status">(\d+) products/.exec(text) ?? [];
    expect(Number(found), words).toBeGreaterThanOrEqual(words === 'stainless steel' ? 2 : 6);
  }
  expect((await shop.get('/search?q=submarine')).text).toContain('We found nothing');
});

const walk = [
  '/',
  '/c/camping',
  '/c/kitchen?sort=price-up&kind=Mugs&page=2',
  '/c/bags?min=20&max=80&stars=3&stock=yes',
  '/search?q=lamp',
  '/search/suggest?q=te',
  '/offers',
  '/cart',
  '/orders',
  '/orders?status=delivered&page=2',
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
  '/help/returns',
  '/help/payment',
  '/help/sizes',
  '/help/privacy',
  '/help/terms',
  '/help/contact',
  '/about',
  '/sign-in',
  '/nowhere',
];

async function answersOf(seed: number): Promise<string[]> {
  const shop = shopOf(seed);
  const [product] = shop.rows<Product>('products');
  const [variant] = shop.rows<Variant>('variants');
  const [order] = shop.rows<Order>('orders');
  const said: string[] = [];
  const note = ({ status, location, headers, text }: Awaited<ReturnType<typeof shop.get>>) =>
    said.push(JSON.stringify([status, location, [...headers], text]));
  for (const path of [...walk, `/p/${product?.id}`, `/p/${product?.id}/reviews`, `/orders/${order?.id}`])
    note(await shop.get(path));
  note(await shop.post('/cart/add', { product: product?.id ?? '', ...variant?.options, qty: '1' }));
  note(
    await shop.post('/account/addresses/new', {
      label: 'Shed',
      name: 'A',
      street: '1 Lane',
      postcode: '12345',
      city: 'B',
      phone: '',
    }),
  );
  for (const path of ['/cart', '/account/addresses']) note(await shop.get(path));
  return [...said, JSON.stringify(shop.state())];
}

test('the same seed answers everything byte for byte the same, another seed is another shop', async () => {
  const [first, again, other] = [await answersOf(5), await answersOf(5), await answersOf(6)];
  expect(again).toEqual(first);
  const [home, otherHome] = [first[0], other[0]];
  expect(otherHome).not.toBe(home);
  const namesOf = (seed: number) =>
    new Set(
      shopOf(seed)
        .rows<Product>('products')
        .map(({ name }) => name),
    );
  const others = namesOf(6);
  const shared = [...namesOf(5)].filter((name) => others.has(name));
  expect(shared.length).toBeLessThan(80);
});

test('no look changes anything that is compared', async () => {
  const shop = shopOf(2);
  const before = shop.state();
  for (const path of walk) await shop.get(path);
  const after = shop.state();
  for (const [name, rows] of Object.entries(after)) expect(rows, name).toBe(before[name]);
});

test('every page has one main heading, a title, and no field without a label', async () => {
  const shop = shopOf(4);
  for (const path of walk.filter((each) => !each.includes('suggest'))) {
    const { text } = await shop.get(path);
    expect(text.match(/<h1>/g), path).toHaveLength(1);
    expect(text, path).not.toMatch(/undefined|\[object|NaN/);
    const labelled = new Set([...text.matchAll(/<label[^>]* for="([^"]+)"/g)].map(([, id]) => id));
    for (const [, id] of text.matchAll(/<(?:input|select|textarea)[^>]* id="([^"]+)"/g))
      expect(labelled, `${path}: ${id}`).toContain(id);
  }
});

test('who signs out sees no account, and comes back with a password to where he wanted to go', async () => {
  const shop = shopOf();
  const account = shop.rows<Account>('accounts').find(({ id }) => id === shop.world.person.id);
  await shop.post('/sign-out');
  expect((await shop.get('/orders?page=2')).location).toBe('/sign-in?next=%2Forders%3Fpage%3D2');
  const sign = (password: string, next = '/orders?page=2') =>
    shop.post('/sign-in', { email: account?.email ?? '', password, next });
  expect((await sign('wrong')).status).toBe(422);
  expect((await sign(account?.password ?? '')).location).toBe('/orders?page=2');
  for (const next of ['//evil.test/', 'https://evil.test/', '/\\evil.test'])
    expect((await sign(account?.password ?? '', next)).location).toBe('/?note=signed-in');
});

test('what somebody types is shown as he typed it and never as markup', async () => {
  const shop = shopOf();
  const evil = '<script>alert(1)</script>"\'';
  expect((await shop.get(`/search?q=${encodeURIComponent(evil)}`)).text).not.toContain('<script>alert');
  await shop.post('/account/addresses/new', {
    label: evil,
    name: evil,
    street: `1 ${evil}`,
    postcode: '12345',
    city: evil,
    phone: evil,
  });
  const { text } = await shop.get('/account/addresses');
  expect(text).not.toContain('<script>alert');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});
