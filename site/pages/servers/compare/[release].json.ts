import { formatCount } from '../../../../harness/platform/words/format.ts';
import { releaseColumn } from '../../../history/compared-releases.ts';
import { comparedRows } from '../../../history/compared-servers.ts';
import type { ReleasePage } from '../../../history/release-pages.ts';
import { releaseKey } from '../../../history/releases.ts';
import {
  costEdition,
  releaseAsServer,
  releasePages,
  servers,
  suiteName,
} from '../../../history/this-build.ts';

export const getStaticPaths = () =>
  releasePages.map((page) => ({ params: { release: releaseKey(page) }, props: { page } }));

export const GET = ({ props: { page } }: { props: { page: ReleasePage } }) => {
  const words = { suite: suiteName, count: formatCount, edition: costEdition };
  const parts = comparedRows({ suites: servers.suites, servers: [releaseAsServer(page)] }, words);
  return Response.json(releaseColumn(page, parts));
};
