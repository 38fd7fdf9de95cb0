import { relative, sep } from 'node:path';
import { packageUrl, repositoryUrl, settings } from '../../harness/publish/board/settings.ts';

/** Where a file can be seen on the web; null where nobody said it, or it is in neither the project nor the package. */
export function sourceHref(file: string): string | null {
  return below(settings.root, repositoryUrl, file) ?? below(settings.packageRoot, packageUrl, file);
}

function below(root: string, url: string | null, file: string): string | null {
  const path = relative(root, file).split(sep).join('/');
  return url === null || path.startsWith('..') || path.startsWith('node_modules/')
    ? null
    : `${url}/blob/HEAD/${path}`;
}
