import { about, siteTitle } from '../../harness/publish/board/settings.ts';
import { docPages } from '../build/docs-pages.ts';
import { apiFiles } from '../data/api-files.ts';
import { llmsText } from '../data/llms-text.ts';
import { textResponse } from '../data/text-response.ts';
import { shownPlaces } from '../history/shown-places.ts';
import { absolute, servers, stamp } from '../history/this-build.ts';
import { href } from '../words/href.ts';

export const GET = () =>
  textResponse(
    llmsText({
      title: siteTitle,
      about: about.description,
      stamp,
      places: shownPlaces,
      servers: servers.servers,
      files: apiFiles,
      docs: docPages,
      linkTo: absolute ?? href,
    }),
    'text/plain',
  );
