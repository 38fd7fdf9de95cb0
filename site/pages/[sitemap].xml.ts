import { absolute } from '../data/absolute.ts';
import { sitePages } from '../data/site-pages.ts';
import { sitemapFiles } from '../data/sitemap.ts';
import { textResponse } from '../data/text-response.ts';

export const getStaticPaths = () =>
  [...sitemapFiles(sitePages, absolute)].map(([sitemap, xml]) => ({ params: { sitemap }, props: { xml } }));

export const GET = ({ props: { xml } }: { props: { xml: string } }) => textResponse(xml, 'application/xml');
