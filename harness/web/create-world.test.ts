import { expect, test } from 'vitest';
import { createPeople } from '../../tasks/town/world/create-people.ts';
import { createWorld } from './create-world.ts';
import type { CreateHost, Json, Row, WorldEvent } from './host-handler.ts';

/** Keeps the data posted to it; its page posts to the other host. */
const keeper =
  (to: string): CreateHost =>
  (world) => {
    let events: Row[] = [];
    let views = 0;
    return {
      fetch: async (request) => {
        const before = views;
        await request.text();
        views = before + 1;
        world.post(to, { kind: 'mail', to: world.person.email, subject: String(views) });
        return new Response(String(views));
      },
      receive: (event: WorldEvent) => {
        events = [...events, { id: String(events.length + 1), ...event }];
      },
      tables: () => ({ events, views: [{ id: 'all', count: views }] }),
      volatile: ['views'],
    };
  };

const shop = { host: 'shop.test', createHost: keeper('mail.test'), createPeople };
const two = [shop, { host: 'mail.test', createHost: keeper('shop.test'), createPeople }];

const visit = () => new Request('https://shop.test/', { method: 'POST', body: 'x' });

test('an event reaches the other host at once, and volatile tables are left out', async () => {
  const { world, handlers, tables } = createWorld({ seed: 1, hosts: two });
  expect(tables()).toEqual({ 'shop.test': { events: [] }, 'mail.test': { events: [] } });
  await handlers.get(shop)?.(visit());
  expect(tables()).toEqual({
    'shop.test': { events: [] },
    'mail.test': { events: [{ id: '1', kind: 'mail', to: world.person.email, subject: '1' }] },
  });
});

test('changes are listed by host, and a host without a request is not created for it', async () => {
  let made = 0;
  const createHost: CreateHost = () => ({
    fetch: () => new Response('never asked'),
    tables: () => {
      made += 1;
      return { rows: [] };
    },
  });
  const { handlers, changes } = createWorld({ seed: 1, hosts: [...two, { host: 'idle.test', createHost }] });
  expect([...changes().values()]).toEqual([[], [], []]);
  await handlers.get(shop)?.(visit());
  const { 'shop.test': own, 'mail.test': posted, 'idle.test': idle } = Object.fromEntries(changes());
  expect([own, idle, made]).toEqual([[], [], 0]);
  expect(posted).toMatchObject([{ table: 'events', op: 'added' }]);
});

test('requests of a world are handled one at a time, over all its hosts', async () => {
  const { handlers } = createWorld({ seed: 1, hosts: two });
  const answers = await Promise.all(Array.from({ length: 20 }, () => handlers.get(shop)?.(visit())));
  const texts = await Promise.all(answers.map((answer) => answer?.text()));
  expect(texts).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 1)));
});

test('a failed request does not stop the next ones', async () => {
  const createHost: CreateHost = () => ({
    fetch: ({ url }) => {
      if (url.endsWith('/broken')) throw new Error('boom');
      return new Response('fine');
    },
    tables: () => ({}),
  });
  const module = { host: 'a.test', createHost };
  const { handlers } = createWorld({ seed: 1, hosts: [module] });
  const asked = ['broken', 'whole'].map((page) =>
    handlers.get(module)?.(new Request(`https://a.test/${page}`)),
  );
  const [broken, whole] = await Promise.allSettled(asked);
  expect(broken).toMatchObject({ status: 'rejected' });
  expect(whole).toMatchObject({ value: { status: 200 } });
});

test('only the seed decides the people of a world', () => {
  const peopleOf = (seed: number) => createWorld({ seed, hosts: two }).world.people;
  expect(peopleOf(1)).toEqual(peopleOf(1));
  expect(peopleOf(1)).not.toEqual(peopleOf(2));
});

test('the signed-in person is one of the people', () => {
  const { world } = createWorld({ seed: 5, hosts: two });
  expect(world.people).toContain(world.person);
});

const lonely = (): Json => createWorld({ seed: 1, hosts: [] }).world.person.name;

test.each([
  ['a world without people', lonely, /no people in this world/],
  [
    'a host that is not there',
    () => createWorld({ seed: 1, hosts: [] }).world.post('x.test', { kind: 'y' }),
    /x\.test/,
  ],
  [
    'two states of one host',
    () => createWorld({ seed: 1, hosts: two.map((each) => ({ ...each, host: 'a.test' })) }),
    /two _host files/,
  ],
  [
    'two kinds of people',
    () =>
      createWorld({ seed: 1, hosts: [...two, { ...shop, host: 'c.test', createPeople: () => [] }] }).world
        .people,
    /different createPeople/,
  ],
])('%s is reported', (_, make, said) => {
  expect(make).toThrow(said);
});
