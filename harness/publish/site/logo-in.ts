import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileIn } from '../../platform/files/file-in.ts';

const maxBytes = 262_144;
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What would run, or load something, where the picture is opened by itself. */
const active = [
  { found: /<script[\s>/]/i, what: 'a script' },
  { found: /\son\w+\s*=/i, what: 'an event handler' },
  { found: /<foreignObject[\s>/]/i, what: 'a foreignObject' },
  { found: /javascript:/i, what: 'a javascript: address' },
  { found: /<!ENTITY/i, what: 'an entity' },
  { found: /(?:href|src)\s*=\s*["']?\s*(?:https?:)?\/\//i, what: 'an address elsewhere' },
  { found: /(?:@import|url\(\s*["']?\s*(?:https?:)?\/\/)/i, what: 'a style from elsewhere' },
];

/** The path of a picture, relative to `root`; with a root it is looked at. */
export function logoIn(root: string | null) {
  return fileIn(root)
    .regex(/\.(?:svg|png)$/i, 'must be an .svg or a .png')
    .superRefine((name, context) => {
      const why = root === null ? null : faultOf(path.resolve(root, name));
      if (why !== null) context.addIssue({ code: 'custom', message: why });
    });
}

function faultOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  // That it is not there, or is neither, is said already.
  if (!found?.isFile() || !/\.(?:svg|png)$/i.test(file)) return null;
  if (found.size > maxBytes) return `must be of at most ${maxBytes} bytes; it has ${found.size}`;
  const content = readFileSync(file);
  if (/\.png$/i.test(file))
    return content.subarray(0, pngStart.length).equals(pngStart)
      ? null
      : 'must be a PNG; it does not begin as one';
  const text = content.toString('utf8');
  if (!/<svg[\s>]/i.test(text)) return 'must be an SVG; it has no <svg>';
  const [held] = active.filter(({ found: pattern }) => pattern.test(text));
  return held ? `must be a picture alone; it has ${held.what}` : null;
}
