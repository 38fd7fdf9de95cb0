import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceText } from '../fact-kinds/text-facts.ts';
import { halves, nearMisses, rejectedEndUrls } from './near-miss.ts';

describe('texts', () => {
  test('a digit becomes a digit, a letter a letter, and case is changed where there is one', () => {
    const texts = (wanted: string) => nearMisses(wanted).map(({ text }) => text);
    expect(texts('330 m')).toEqual(['330 x', '730 m', '330 M']);
    expect(texts('299,792,458')).toEqual(['299,792,451', '199,792,458']);
    expect(texts('V')).toEqual(['x', 'v']);
    const everyOne = 'abcdefghijklmnopqrstuvwxyz0123456789';
    expect(texts(everyOne)[0]).toBe(`${everyOne.slice(0, -1)}\u2460`);
  });

  test('a near miss replaces the wanted text, which occurs nowhere else', () => {
    const words = fc.string({
      unit: fc.constantFrom('a', 'A', 'b', '7', 'ß', ' ', '😀'),
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 9 }), (wanted, parts) => {
        const whole = parts.join(wanted) + wanted;
        for (const { text: miss } of nearMisses(wanted)) {
          const fact = replaceText({ found: true, length: whole.length, pieces: [whole] }, wanted, miss);
          const [piece = ''] = 'pieces' in fact ? fact.pieces : [];
          expect(piece).not.toContain(wanted);
          expect(fact).toMatchObject({ length: piece.length });
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a text has two halves, a single character has none', () => {
    expect(halves('V-208').map(({ text }) => text)).toEqual(['V-', '208']);
    expect(halves('😀')).toEqual([]);
  });
});

describe('URLs', () => {
  test('host, path and scheme, what is before and after them', () => {
    expect(rejectedEndUrls('https://a.test:80/wiki/x?q', '^https://a\\.test:80/wiki/x')).toEqual([
      { name: 'other host', url: 'https://elsewhere.test/wiki/x?q' },
      { name: 'more before the host', url: 'https://nota.test:80/wiki/x?q' },
      { name: 'more after the host', url: 'https://a.test.elsewhere.test:80/wiki/x?q' },
      { name: 'other path', url: 'https://a.test:80/elsewhere?q' },
      { name: 'other end of the path', url: 'https://a.test:80/wiki/elsewhere?q' },
      { name: 'longer path', url: 'https://a.test:80/wiki/xx?q' },
      { name: 'in the query of another URL', url: 'https://elsewhere.test/?next=https://a.test:80/wiki/x?q' },
      { name: 'other scheme', url: 'http://a.test:80/wiki/x?q' },
    ]);
  });

  test('query and fragment only where the pattern asks for them, the scheme unless it is left open', () => {
    const names = (pattern: string) =>
      rejectedEndUrls('https://a.test/?q#s', pattern).map(({ name }) => name);
    const optional = names('^https?://a\\.test/(?:\\?[^#]*)?(?:[?#]|$)');
    expect(optional).not.toContain('other scheme');
    expect(optional.filter((name) => /query$|fragment/.test(name))).toEqual([]);
    expect(names('/\\?q(?:#s|#t)$').slice(-6)).toEqual([
      'no query',
      'other query',
      'longer query',
      'no fragment',
      'other fragment',
      'longer fragment',
    ]);
  });

  test('a page without a host has a near miss with another host', () => {
    expect(rejectedEndUrls('about:blank', 'blank')).toEqual([
      { name: 'other host', url: 'https://elsewhere.test/' },
    ]);
  });

  test('each is once and none is the URL itself', () => {
    const part = fc.constantFrom('https://', 'a.test', ':80', '/', 'elsewhere', '.test', '?', '#', 'x', '\n');
    const someUrl = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(someUrl, (url) => {
        const urls = [url, ...rejectedEndUrls(url, '\\?.*#').map((miss) => miss.url)];
        expect(new Set(urls).size).toBe(urls.length);
      }),
    );
  });
});
