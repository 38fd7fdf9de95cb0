import { docPages } from '../build/docs-pages.ts';
import { pageFiles } from '../build/page-files.ts';
import { sitemapFiles, sitePagesOf } from '../data/sitemap.ts';
import { textResponse } from '../data/text-response.ts';
import { episodePages, pathOf } from '../history/episodes.ts';
import {
  absolute,
  archived,
  rowPages,
  runPages,
  servers,
  siteHistory,
  skillRuns,
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
    taskGroups,
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
