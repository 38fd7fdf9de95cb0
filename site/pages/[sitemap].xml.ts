import { docPages } from '../build/docs-pages.ts';
import { pageFiles } from '../build/page-files.ts';
import { sitemapFiles, sitePagesOf } from '../data/sitemap.ts';
import { textResponse } from '../data/text-response.ts';
import { episodePages, pathOf } from '../history/episodes.ts';
import { evidencePages, ownReleasePages } from '../history/release-routes.ts';
import {
  absolute,
  archived,
  rowPages,
  runPages,
  servers,
  siteHistory,
  skillRuns,
  suitePages,
  taskGroups,
  withRunPages,
} from '../history/this-build.ts';

export const getStaticPaths = () => {
  const pages = sitePagesOf({
    files: pageFiles(),
    history: siteHistory,
    runPages,
    rowPages,
    archived,
    withRunPages,
    servers: servers.servers,
    releases: [
      ...ownReleasePages,
      ...(['honesty', 'reach'] as const).flatMap((part) =>
        evidencePages(part).map(({ path, at }) => ({ path: `${path}${part}/` as const, at })),
      ),
    ],
    taskGroups,
    suitePages,
    episodePages: episodePages.map((page) => ({ path: pathOf(page) })),
    skillRuns,
    docPages,
  });
  return [...sitemapFiles(pages, absolute)].map(([sitemap, xml]) => ({
    params: { sitemap },
    props: { xml },
  }));
};

export const GET = ({ props: { xml } }: { props: { xml: string } }) => textResponse(xml, 'application/xml');
