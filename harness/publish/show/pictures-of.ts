import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../../platform/digest.ts';
import type { Result } from '../../results/records/result.ts';
import type { Pictures } from './episode-page.ts';

/** A screenshot of a long page is some megabytes; what is larger would make a page that no browser opens. */
const mostBytes = 20 * 2 ** 20;

/** Those that lie in an `--out` folder, and in `media`, where somebody keeps published ones. */
export function picturesOf(
  { artifacts: { screenshot } }: Pick<Result, 'artifacts'>,
  out: string,
  media: string | null,
  /** Whether the end of this very run lies in the folder. */
  isOfFolder: boolean,
): Pictures {
  return {
    of: (digest) => {
      const places = [
        path.join(out, 'pictures', `${digest}.webp`),
        ...(media === null
          ? []
          : [path.join(media, `${digest}.webp`), path.join(media, digest.slice(0, 2), `${digest}.webp`)]),
      ];
      for (const file of places) {
        const bytes = bytesOf(file);
        if (bytes && sha256(bytes) === digest) return dataUrl('image/webp', bytes);
      }
      return null;
    },
    end: screenshot && isOfFolder ? dataUrl('image/png', bytesOf(path.join(out, screenshot))) : null,
  };
}

function bytesOf(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    return bytes.length > mostBytes ? null : bytes;
  } catch {
    return null;
  }
}

function dataUrl(type: string, bytes: Buffer): string;
function dataUrl(type: string, bytes: Buffer | null): string | null;
function dataUrl(type: string, bytes: Buffer | null): string | null {
  return bytes && `data:${type};base64,${bytes.toString('base64')}`;
}
