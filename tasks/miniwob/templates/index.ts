import { type AnyTemplate, defineDrill, type OpenedPage } from '../../../harness/task/templates/template.ts';
import { pathOf } from '../host/create-miniwob.ts';
import { type MiniwobPage, pages } from '../pages.ts';
import { ways } from '../ways/index.ts';
import { shown } from '../ways/way.ts';

const host = 'miniwob.test';

/** Pages that end when a field gets the focus, which some tools do without any input. */
const endsOnFocus = ['focus-text', 'focus-text-2'];

/** One template for each page: the page itself says the goal, and pays the reward. */
export const templates: readonly AnyTemplate[] = pages.map(templateOf);

function templateOf({ id, asks }: MiniwobPage): AnyTemplate {
  const way = Object.hasOwn(ways, id) ? ways[id] : undefined;
  return defineDrill<OpenedPage>({
    id: `miniwob-${id}`,
    title: titleOf(id),
    sites: [host],
    startPath: pathOf(id),
    opens: true,
    level: 2,
    capabilities: [asks],
    draw: ({ opened }) => opened(`https://${host}${pathOf(id)}`),
    goal: ({ goal }) => goal,
    contract: () => ({ kind: 'reward', host, ...(endsOnFocus.includes(id) && { without_input: true }) }),
    walkthroughs: (page) => (way ? [way(shown(page))] : []),
    wrongWays: () => [],
  });
}

/** `click-tab-2-hard` is "Click tab 2 hard". */
function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
