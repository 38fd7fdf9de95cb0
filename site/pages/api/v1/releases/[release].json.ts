import { releaseFileOf } from '../../../../data/release-files.ts';
import type { ReleasePage } from '../../../../history/release-pages.ts';
import { releaseKey } from '../../../../history/releases.ts';
import { releasePages, stamp } from '../../../../history/this-build.ts';

export const getStaticPaths = () =>
  releasePages.map((page) => ({ params: { release: releaseKey(page) }, props: { page } }));

export const GET = ({ props: { page } }: { props: { page: ReleasePage } }) =>
  Response.json(releaseFileOf(page, stamp));
