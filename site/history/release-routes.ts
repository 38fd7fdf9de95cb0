/** Parameters of the routes of pages of releases. */
import { measuredPart, type ReleaseRecord } from '../../harness/results/records/release-record.ts';
import type { ReleasePage } from './release-pages.ts';
import { serverKey } from './releases.ts';
import { releasePages } from './this-build.ts';

export function paramsOf({ id, path }: Pick<ReleasePage, 'id' | 'path'>): { id: string; release: string } {
  return { id: serverKey(id), release: path.split('/').at(-2) ?? '' };
}

export type OwnReleasePage = Omit<ReleasePage, 'path' | 'record'> & {
  path: `/${string}/`;
  record: ReleaseRecord;
};

/** The releases that have a page of their own. */
export const ownReleasePages = releasePages.filter((page): page is OwnReleasePage => page.record !== null);

/** The releases of which a part was measured, each with a page of what was seen in its cells. */
export function evidencePages(part: 'honesty' | 'reach'): OwnReleasePage[] {
  return ownReleasePages.filter(({ record }) => measuredPart(record, part) !== null);
}

export function evidencePaths(part: 'honesty' | 'reach') {
  return evidencePages(part).map((page) => ({ params: paramsOf(page), props: { page } }));
}
