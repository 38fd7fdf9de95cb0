import { expect, test } from 'vitest';
import { toolMappings } from './index.ts';
import { playwright } from './playwright.ts';

const tabId = 'DD9982EA21502E8ABF8E22636D085AFF';
const url = 'https://gallery.fixture.test/plan';

/** Answers of the tools that list tabs. */
const lists: Record<string, { answer: string; page: number | string }> = {
  playwright: {
    answer: `### Result\n- 0: (current) [Gallery](https://gallery.fixture.test/)\n- 1: [Plan (new)](${url})`,
    page: 1,
  },
  'chrome-devtools': {
    answer: `## Pages\n1: Gallery (https://gallery.fixture.test/) [selected]\n2: Plan (new) (${url})`,
    page: 2,
  },
  openchrome: {
    answer: JSON.stringify(
      {
        tabCount: 2,
        workers: [
          {
            id: 'default',
            tabs: [
              {
                tabId: tabId.replaceAll('A', 'B'),
                workerId: 'default',
                url: 'https://gallery.fixture.test/',
              },
              { tabId, workerId: 'default', url, title: 'Plan (new)' },
            ],
          },
        ],
      },
      null,
      2,
    ),
    page: tabId,
  },
};

lists['playwright-cli'] = {
  answer: `### Result\n- 0: (current) [Gallery](https://gallery.fixture.test/)\n- 1: [Plan (new)](${url})`,
  page: 1,
};
lists['agent-browser'] = {
  answer: `→ [t1] Gallery - https://gallery.fixture.test/\n  [t2] Plan (new) - ${url}`,
  page: 't2',
};
lists['agent-browser-mcp'] = {
  answer: JSON.stringify(
    {
      data: {
        tabs: [
          { active: true, label: null, tabId: 't1', title: 'Gallery', url: 'https://gallery.fixture.test/' },
          { active: false, label: null, tabId: 't2', title: 'Plan (new)', url },
        ],
      },
    },
    null,
    2,
  ),
  page: 't2',
};
lists['agent-infra'] = {
  answer: `Current Tab: [1] Plan (new)\nAll Tabs: \n[0] Title: Gallery (URL: https://gallery.fixture.test/)\n[1] Title: Plan (new) (URL: ${url})`,
  page: 1,
};

test('earlier releases of Playwright MCP write a space after the title', () => {
  const answer = `### Open tabs\n- 0: (current) [Gallery] (https://gallery.fixture.test/)\n- 1: [Plan] (${url})`;
  expect(playwright.tabs.parse(answer)).toMatchObject([{ page: 0 }, { page: 1, url }]);
});

test.each(toolMappings.filter(({ verbs }) => verbs.tab.by !== 'nobody'))(
  '$id: tabs are found by their addresses',
  ({ id, tabs }) => {
    const { answer = '', page } = lists[id] ?? {};
    const listed = tabs.parse(answer);
    expect(listed).toHaveLength(2);
    expect(listed[1]).toMatchObject({ page, url });
    const find = listed[1]?.find;
    if (find) expect(new RegExp(find).exec(answer)?.[1]).toBe(page);
  },
);
