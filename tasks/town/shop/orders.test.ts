import { expect, test } from 'vitest';
import { shopOf } from '../../../harness/testing/shop-of.ts';
import type { Account, Address, Coupon, Order, Stock, Variant } from './state/rows.ts';

type Shop = ReturnType<typeof shopOf>;

const variantInStock = (shop: Shop, least = 6): Variant => {
  const stock = new Map(shop.rows<Stock>('stock').map((row) => [row.id, row.onHand]));
  const found = shop.rows<Variant>('variants').find(({ id }) => (stock.get(id) ?? 0) >= least);
  if (!found) throw new Error('nothing is in stock');
  return found;
};
const onHand = (shop: Shop, sku: string) => shop.rows<Stock>('stock').find(({ id }) => id === sku)?.onHand;
const accountOf = (shop: Shop) =>
  shop.rows<Account>('accounts').find(({ id }) => id === shop.world.person.id);
const ordersOf = (shop: Shop, status?: string) =>
  shop
    .rows<Order>('orders')
    .filter((order) => order.customer === shop.world.person.id && (!status || order.status === status));

const add = (shop: Shop, { product, options }: Variant, qty = 2) =>
  shop.post('/cart/add', { product, ...options, qty: String(qty) });

const addedOrder = (changes: readonly string[]) =>
  changes.find((change) => change.startsWith('orders + '))?.replace('orders + ', '');

async function wish(shop: Shop, changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const { text } = await shop.get('/checkout');
  const [, form = ''] = /name="form" value="(\w+)"/.exec(text) ?? [];
  const address = accountOf(shop)?.defaultAddress ?? '';
  return { form, address, delivery: 'standard', payment: 'invoice', terms: 'yes', ...changes };
}

test('an order changes the orders, the stock and the basket, and nothing else', async () => {
  const shop = shopOf();
  const variant = variantInStock(shop);
  const before = onHand(shop, variant.id) ?? 0;
  await add(shop, variant);
  const fields = await wish(shop);
  const changes = await shop.changesOf(() => shop.post('/checkout', fields));
  const id = addedOrder(changes);
  expect(changes.sort()).toEqual([
    `cartLines - ${shop.world.person.id}:${variant.id}`,
    `orders + ${id}`,
    `stock ${variant.id}: onHand`,
  ]);
  expect(onHand(shop, variant.id)).toBe(before - 2);
  const order = ordersOf(shop).find((each) => each.id === id);
  const goods = 2 * variant.price;
  expect(order).toMatchObject({
    customer: shop.world.person.id,
    status: 'placed',
    placedOn: '2031-03-11',
    lines: [{ sku: variant.id, product: variant.product, qty: 2, price: variant.price }],
    goods,
    discount: 0,
    total: goods + (order?.deliveryPrice ?? Number.NaN),
    payment: 'Invoice',
    address: { street: shop.world.person.street },
  });
  expect(shop.mails).toEqual([
    expect.objectContaining({ kind: 'mail', to: shop.world.person.email, subject: `Your order ${id}` }),
  ]);
  expect((await shop.get(`/orders/${id}/confirmation`)).text).toContain(id);
});

test('a form that is sent twice makes one order, taken from stock once, with one receipt', async () => {
  const shop = shopOf();
  const variant = variantInStock(shop);
  await add(shop, variant);
  const fields = await wish(shop);
  const [first, second] = await Promise.all([shop.post('/checkout', fields), shop.post('/checkout', fields)]);
  expect(second?.location).toBe(first?.location);
  expect(first?.location).toMatch(/^\/orders\/\d{4}-\d{5}\/confirmation$/);
  await add(shop, variant, 1);
  const third = await shop.changesOf(() => shop.post('/checkout', fields));
  expect(third).toEqual([]);
  expect(shop.mails).toHaveLength(1);
});

test.each([
  ['no address', { address: '' }],
  ['the address of somebody else', { address: 'other' }],
  ['a delivery that is none', { delivery: 'drone' }],
  ['no pick-up point', { delivery: 'pickup' }],
  ['no payment', { payment: '' }],
  [
    'a card that is declined',
    { payment: 'new', card: '4000 0000 0000 0002', holder: 'A', expires: '01/33', cvc: '123' },
  ],
  [
    'a card that nobody documents',
    { payment: 'new', card: '4111 1111 1111 1112', holder: 'A', expires: '01/33', cvc: '123' },
  ],
  [
    'a card that has run out',
    { payment: 'new', card: '4242 4242 4242 4242', holder: 'A', expires: '02/31', cvc: '123' },
  ],
  ['terms that were not read', { terms: '' }],
])('%s makes no order, and the page says why', async (_, wrong) => {
  const shop = shopOf();
  await add(shop, variantInStock(shop));
  const other = shop.rows<Address>('addresses').find(({ customer }) => customer !== shop.world.person.id);
  const fields: Record<string, string> = {
    ...(await wish(shop)),
    ...wrong,
    ...('address' in wrong && wrong.address === 'other' && { address: other?.id ?? '' }),
  };
  if (fields.terms === '') Reflect.deleteProperty(fields, 'terms');
  let answer: { status: number; text: string } | undefined;
  expect(
    await shop.changesOf(async () => {
      answer = await shop.post('/checkout', fields);
    }),
  ).toEqual([]);
  expect(answer?.status).toBe(422);
  expect(answer?.text).toMatch(/class="faults" role="alert"[\s\S]*<li>/);
  expect(shop.mails).toEqual([]);
});

test('a test card pays, and only its last figures are kept', async () => {
  const shop = shopOf();
  await add(shop, variantInStock(shop));
  const card = { payment: 'new', card: '5555 5555 5555 4444', holder: 'A', expires: '03/31', cvc: '123' };
  const changes = await shop.changesOf(async () => shop.post('/checkout', await wish(shop, card)));
  const order = ordersOf(shop).find(({ id }) => id === addedOrder(changes));
  expect(order?.payment).toBe('Card ending in 4444');
  expect(JSON.stringify(shop.state())).not.toContain('5555555555554444');
});

test('a cancelled order gives its articles back to the stock, once', async () => {
  const shop = shopOf();
  const variant = variantInStock(shop);
  const before = onHand(shop, variant.id);
  await add(shop, variant, 3);
  const { location } = await shop.post('/checkout', await wish(shop));
  const id = location.split('/')[2] ?? '';
  const cancel = () => shop.post(`/orders/${id}/cancel`);
  expect(await shop.changesOf(cancel)).toEqual([`stock ${variant.id}: onHand`, `orders ${id}: status`]);
  expect(onHand(shop, variant.id)).toBe(before);
  expect(await shop.changesOf(cancel)).toEqual([]);
  expect(shop.mails.map(({ subject }) => subject)).toEqual([`Your order ${id}`, `Order ${id} was cancelled`]);
});

test.each(['packed', 'sent', 'delivered'])('an order that is %s cannot be cancelled', async (status) => {
  const shop = shopOf();
  const [order] = ordersOf(shop, status);
  const answers: number[] = [];
  expect(
    await shop.changesOf(async () => answers.push((await shop.post(`/orders/${order?.id}/cancel`)).status)),
  ).toEqual([]);
  expect(answers).toEqual([409]);
  expect((await shop.get(`/orders/${order?.id}`)).text).not.toContain('Cancel order');
});

test("somebody else's order is as if it were not there", async () => {
  const shop = shopOf();
  const other = shop.rows<Order>('orders').find(({ customer }) => customer !== shop.world.person.id);
  for (const page of ['', '/receipt', '/confirmation', '/return'])
    expect((await shop.get(`/orders/${other?.id}${page}`)).status).toBe(404);
  expect((await shop.post(`/orders/${other?.id}/cancel`)).status).toBe(404);
});

test('a return is one row for each article, asked for once, within thirty days', async () => {
  const shop = shopOf();
  const delivered = ordersOf(shop, 'delivered');
  const [young] = delivered;
  const [line] = young?.lines ?? [];
  if (!young || !line) throw new Error('nothing was delivered');
  const chosen = { sku: line.sku, [`qty-${line.sku}`]: '1' };
  const form = { ...chosen, [`reason-${line.sku}`]: 'Damaged', wants: 'Exchange' };
  const send = () => shop.post(`/orders/${young.id}/return`, form);
  expect((await shop.post(`/orders/${young.id}/return`, chosen)).status).toBe(422);
  const id = `${young.id}:${line.sku}`;
  expect(await shop.changesOf(send)).toEqual([`returns + ${id}`]);
  expect(await shop.changesOf(send)).toEqual([]);
  expect(shop.mails).toHaveLength(1);
  const old = delivered.find(({ deliveredOn }) => (deliveredOn ?? '') < '2031-02-09');
  expect((await shop.get(`/orders/${old?.id}/return`)).status).toBe(409);
});

test('an order that is placed goes to another address of its customer, and to nobody else', async () => {
  const shop = shopOf();
  const order = ordersOf(shop, 'placed').find(({ address }) => address);
  if (!order) throw new Error('no order that was placed goes to an address');
  const own = shop.rows<Address>('addresses').filter(({ customer }) => customer === shop.world.person.id);
  const target = own.find(({ street }) => street !== order.address?.street);
  const send = () => shop.post(`/orders/${order.id}/address`, { address: target?.id ?? '' });
  expect(await shop.changesOf(send)).toEqual([`orders ${order.id}: address`]);
  expect(ordersOf(shop).find(({ id }) => id === order.id)?.address?.street).toBe(target?.street);
  expect(await shop.changesOf(send)).toEqual([]);
  const foreign = shop.rows<Address>('addresses').find(({ customer }) => customer !== shop.world.person.id);
  expect((await shop.post(`/orders/${order.id}/address`, { address: foreign?.id ?? '' })).status).toBe(404);
});

test('a code takes off what it says, counts once, and comes back with a cancelled order', async () => {
  const shop = shopOf();
  const variant = variantInStock(shop);
  const coupon = shop.rows<Coupon>('coupons').find(({ gives, category }) => gives === 'percent' && !category);
  if (!coupon) throw new Error('there is no such code');
  await add(shop, variant);
  expect((await shop.post('/cart/coupon', { code: coupon.id.toLowerCase() })).location).toBe(
    '/cart?note=coupon-on',
  );
  const { location } = await shop.post('/checkout', await wish(shop));
  const id = location.split('/')[2] ?? '';
  expect(ordersOf(shop).find((order) => order.id === id)).toMatchObject({
    coupon: coupon.id,
    discount: Math.floor((2 * variant.price * coupon.value) / 100),
  });
  await add(shop, variant);
  expect((await shop.post('/cart/coupon', { code: coupon.id })).status).toBe(422);
  await shop.post(`/orders/${id}/cancel`);
  expect((await shop.post('/cart/coupon', { code: coupon.id })).status).toBe(303);
  const old = shop.rows<Coupon>('coupons').find(({ lastDay }) => lastDay < '2031-03-11');
  expect((await shop.post('/cart/coupon', { code: old?.id ?? '' })).text).toContain('no longer valid');
});
