import { isCustom, ownId } from './custom-id.ts';
import type { PartId } from './parts/index.ts';
import type { ReleasedServer } from './release-record.ts';

/**
 * The arguments of `servers measure` that play a part (null: all), or one cell of it, again. A server of the user has one
 * version, which is the installed one.
 */
export function measureWords(
  { id, variant, version }: Pick<ReleasedServer, 'id' | 'variant'> & { version: string | null },
  part: PartId | null,
  cell?: string,
): string {
  const more = variant === null ? '' : ` --variant ${variant}`;
  const release = version === null || isCustom(id) ? '' : `@${version}`;
  const only = part === null ? '' : ` --only ${part}`;
  return `servers measure ${ownId(id)}${release}${more}${only}${cell === undefined ? '' : ` --cell ${cell}`}`;
}
