import { docPages, docPath } from '../../../build/docs-pages.ts';
import { htmlOf } from '../../../build/markdown.ts';
import { searchIndex } from '../../../data/search-index.ts';
import { siteHistory, taskFiles } from '../../../history/this-build.ts';
import { sections } from '../../../words/href.ts';

export const GET = () =>
  Response.json(
    searchIndex({
      docs: docPages.map(({ slug, title, file }) => ({
        path: docPath(slug),
        title: title.replaceAll('`', ''),
        html: htmlOf(file),
      })),
      tasks: taskFiles.map(({ task: { id, title, goal } }) => ({ id, title, goal })),
      standings: siteHistory.standings,
      sections,
    }),
  );
