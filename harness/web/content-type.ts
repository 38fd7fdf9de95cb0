import { lookup } from 'mime-types';

/** The content type of a file by its name. Text is UTF-8. */
export function contentTypeOf(name: string): string {
  const type = lookup(name) || 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
