import { releasesFile } from '../../../data/release-files.ts';
import { releasePages, stamp } from '../../../history/this-build.ts';

export const GET = () => Response.json(releasesFile(releasePages, stamp));
