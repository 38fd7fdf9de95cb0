import { docPages, docPath } from '../../../build/docs-pages.ts';
import { htmlOf } from '../../../build/markdown.ts';
import { searchIndex } from '../../../data/search-index.ts';
import { shownPlaces } from '../../../history/shown-places.ts';
import {
  releasePages,
  servers,
  siteHistory,
  stamp,
  suiteName,
  suitePages,
  taskGroups,
} from '../../../history/this-build.ts';

export const GET = () =>
  Response.json({
    schema: 'contract-bench.search.v1',
    ...stamp,
    places: searchIndex({
      docs: docPages.map(({ slug, title, file }) => ({
        path: docPath(slug),
        title,
        html: htmlOf(file),
      })),
      tasks: taskGroups.map(({ id, title, tasks }) => ({
        id,
        title,
        goals: tasks.map(({ task }) => task.goal),
      })),
      standings: siteHistory.standings,
      servers,
      releases: releasePages,
      suiteName,
      pages: [
        ...shownPlaces.flatMap(({ name, tabs }) =>
          tabs.map((tab) => ({ path: tab.path, name: tab.name === name ? name : `${name}: ${tab.name}` })),
        ),
        ...suitePages.map(({ path, suite }) => ({ path, name: suite.title })),
      ],
    }),
  });
