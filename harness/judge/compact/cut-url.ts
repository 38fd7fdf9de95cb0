import { longestInput } from '../patterns/match.ts';

/** A URL that is too long to be matched is judged by its length alone; its beginning is for the reader. */
export function cutUrl(url: string, urlLength: number = url.length): { url: string; urlLength?: number } {
  return urlLength > longestInput ? { url: url.slice(0, 240), urlLength } : { url };
}
