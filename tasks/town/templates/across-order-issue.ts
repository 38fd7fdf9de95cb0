import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import type { Person } from '../../../harness/web/host-handler.ts';
import type { Product } from '../shop/state/rows.ts';
import type { Project } from '../track/state/rows.ts';
import { keyOfNext, mailAsItWas, nameOf, track, trackerOf, trackHost } from './helpers/across.ts';
import { type Choice, choose, drawnAmong, factsOf, wordsOf } from './helpers/choice.ts';
import { defineMailTemplate, textsOf } from './helpers/mail.ts';
import { at, click, largeKinds, onHandOf, severalOf, shop, variantsByProduct } from './helpers/shop.ts';

type Drawn = {
  fact: readonly [name: string, value: string];
  right: Choice;
  /** A cheaper product without the wanted fact, or out of stock. */
  cheaper: Choice;
  kind: readonly Product[];
  qty: number;
  project: Project;
  lead: Person;
  me: Person;
  key: string;
};

export const template = defineMailTemplate<Drawn>({
  id: 'across-order-issue',
  title: 'Find the cheapest product that fits, and report an issue to buy it',
  sites: [shop, trackHost],
  level: 4,
  capabilities: ['compare', 'find out', 'report an issue'],
  draw(world, random) {
    const onHand = onHandOf(world);
    const variants = variantsByProduct(world);
    const choices = largeKinds(world).flatMap((kind) => {
      const options = new Map(
        kind.flatMap(({ id }) => (variants.get(id) ?? []).map((each) => [wordsOf(each), each] as const)),
      );
      return factsOf(kind).flatMap((fact) =>
        [...options.keys()].flatMap((words) => {
          const all = kind.flatMap((product): Choice[] => {
            const variant = variants.get(product.id)?.find((each) => wordsOf(each) === words);
            if (!variant) return [];
            const isLike = product.facts[fact[0]] === fact[1];
            return [{ product, variant, isLike, isThere: (onHand[variant.id] ?? 0) > 0 }];
          });
          return drawnAmong(all).map((found) => ({ fact, kind, ...found }));
        }),
      );
    });
    const tracker = trackerOf(world);
    const { project, lead } = random.pick(
      tracker.projects.flatMap((each) => {
        const person = tracker.leadOf(each.id);
        return person && tracker.roleIn(each.id) === 'member' ? [{ project: each, lead: person }] : [];
      }),
    );
    return {
      ...random.pick(choices),
      qty: random.int(2, 9),
      project,
      lead,
      me: world.person,
      key: keyOfNext(tracker.issues, project),
    };
  },
  goal: ({ fact: [name, value], right: { product, variant }, qty, project }) =>
    `The project ${project.name} needs ${qty} ${severalOf(product.noun)}. In the shop, ${shop}, find the cheapest ${product.noun} among those that have “${value}” as “${name}” and are in stock in this choice: ${wordsOf(variant)}. Compare the price of one article in that choice, even if the article holds several pieces. Buy nothing. Then report a new issue in that project in the tracker, ${trackHost}. The title is “Buy ${qty} of” and then the article number of that choice, as in “Buy ${qty} of ABC-123-45”. The description is the full name of the product and nothing else. Give the issue high priority, and assign it to the person who leads the project. Leave everything else in the form as it is. Answer with the key of the new issue, such as ABC-12, and nothing else.`,
  contract: (drawn) => ({
    kind: 'and',
    children: [
      { kind: 'state', host: shop, changes: [] },
      {
        kind: 'state',
        host: trackHost,
        changes: [{ table: 'issues', added: issueOf(drawn) }],
        ignoreAdded: ['events'],
      },
      mailAsItWas,
      { kind: 'answer', type: 'string', value: drawn.key },
    ],
  }),
  solve: async (visitor, drawn) => {
    const { right, fact, kind } = drawn;
    await visitor.get(searchFor(`${right.product.noun} ${fact[1]}`));
    for (const { id } of kind) await visitor.get(pageOf({ ...right, product: { ...right.product, id } }));
    return report(visitor, drawn, right);
  },
  walkthroughs: (drawn) => {
    const { fact, right, cheaper, kind } = drawn;
    const { product, variant } = right;
    const look = (each: Choice): RawStep[] => [click('link', each.product.name), ...choose(each.variant)];
    const breadcrumb = click('link', product.kind, { within: { role: 'navigation', name: 'Breadcrumb' } });
    return [
      [
        { open: listOf(product) },
        ...look(cheaper),
        breadcrumb,
        { select: { label: 'Sort by', option: 'Price, lowest first' } },
        click('button', 'Apply'),
        ...look(right),
        { wait: `Article ${variant.id}` },
        { open: track('/') },
        ...reportSteps(drawn, right),
      ],
      [
        { fill: { label: 'Search the shop', text: `${product.noun} ${fact[1]}` } },
        { press: 'Enter' },
        { wait: 'Results for' },
        ...look(right),
        { wait: `Article ${variant.id}` },
        { open: track(`/projects/${drawn.project.id}`) },
        { press: 'n' },
        { wait: 'In which project?' },
        ...reportSteps(drawn, right).slice(1),
      ],
      [
        ...kind
          .filter(({ id }) => id !== product.id)
          .slice(0, 3)
          .map(({ id }) => ({ open: at(`/p/${id}`) })),
        { open: pageOf(right) },
        { wait: `Article ${variant.id}` },
        { open: track('/projects') },
        click('link', nameOf(drawn.project)),
        { open: track(`/issues/new?project=${drawn.project.id}`) },
        ...reportSteps(drawn, right).slice(2),
      ],
    ];
  },
  nearMisses: (drawn) => {
    const { right, cheaper, lead, me } = drawn;
    const start = { open: track('/') };
    return [
      {
        kind: 'wrong_target',
        solve: (visitor) => report(visitor, drawn, cheaper),
        walkthrough: [start, ...reportSteps(drawn, cheaper)],
        names: right.variant.id,
      },
      {
        kind: 'wrong_target',
        solve: (visitor) => report(visitor, { ...drawn, lead: me }, right),
        walkthrough: [start, ...reportSteps({ ...drawn, lead: me }, right)],
        names: lead.id,
      },
      {
        kind: 'one_more',
        solve: async (visitor) => {
          const { product, options } = right.variant;
          await visitor.post(at('/cart/add'), { product, ...options, qty: '1' });
          return report(visitor, drawn, right);
        },
        walkthrough: [
          { open: pageOf(right) },
          click('button', 'Add to basket'),
          { wait: 'See basket' },
          start,
          ...reportSteps(drawn, right),
        ],
        names: 'cartLines',
      },
    ];
  },
  listing: ({ right, kind }) => ({
    url: listOf(right.product),
    right: right.product.name,
    beside: kind.filter(({ id }) => id !== right.product.id).map(({ name }) => name),
  }),
});

const searchFor = (words: string) => at(`/search?${new URLSearchParams({ q: words })}`);

const listOf = ({ category, kind }: Product) => at(`/c/${category}?${new URLSearchParams({ kind })}`);

const pageOf = ({ product, variant }: Choice) =>
  at(`/p/${product.id}?${new URLSearchParams(variant.options)}`);

const titleOf = ({ qty }: Drawn, { variant }: Choice) => `Buy ${qty} of ${variant.id}`;

function issueOf(drawn: Drawn) {
  const { project, lead, right } = drawn;
  return {
    project: project.id,
    key: drawn.key,
    ...textsOf({ title: titleOf(drawn, right), text: right.product.name }),
    status: 'open',
    assignee: lead.id,
    priority: 'high',
    labels: [],
    milestone: null,
    estimate: null,
  };
}

/** Works from any page of the tracker. */
function reportSteps(drawn: Drawn, choice: Choice): RawStep[] {
  const { project, lead } = drawn;
  return [
    click('link', 'New issue'),
    click('link', nameOf(project)),
    { fill: { label: 'Title', text: titleOf(drawn, choice) } },
    { fill: { label: 'Description', text: choice.product.name } },
    { select: { label: 'Assignee', option: lead.name } },
    { select: { label: 'Priority', option: 'High' } },
    click('button', 'Create issue'),
    { wait: 'The issue was created.' },
    { done: { answer: { read: { pattern: `(${project.id}-\\d+)` } } } },
  ];
}

async function report(visitor: Visitor, drawn: Drawn, choice: Choice): Promise<string> {
  const { project, lead } = drawn;
  await visitor.get(track('/projects'));
  const { text } = await visitor.get(track(`/issues/new?project=${project.id}`));
  const [, ticket = ''] = /name="ticket" value="([^"]*)"/.exec(text) ?? [];
  const said = {
    title: titleOf(drawn, choice),
    text: choice.product.name,
    assignee: lead.id,
    priority: 'high',
  };
  const rest = { status: 'open', milestone: '', estimate: '' };
  const { url } = await visitor.post(track('/issues/new'), { project: project.id, ticket, ...said, ...rest });
  return /issues\/([A-Z]+-\d+)/.exec(url)?.[1] ?? '';
}
