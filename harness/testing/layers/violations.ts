import {
  beside,
  computed,
  data,
  forTests,
  inBrowser,
  inBrowserWithSchemas,
  never,
  pure,
  pureBuiltins,
  vendors,
  wings,
} from './layers.ts';
import { reachOf, type Source, targetOf } from './sources.ts';

/**
 * One line for each import that the layers forbid, and for each impure thing that a pure file loads. `judged` are the files
 * that are looked at, all by default; `sources` what they may load.
 */
export function violationsOf(sources: readonly Source[], judged = sources): string[] {
  const held = judged.filter(({ file }) => !isTest(file));
  return [...held.flatMap(importFaults), ...closureFaults(sources, held)];
}

function importFaults(source: Source): string[] {
  const { file } = source;
  const from = placeOf(file);
  if (from === null) return [`${file}: not in a wing; the wings are ${wings.join(', ')}`];
  const reach = reachOf(source);
  const faults = reach.imports.flatMap((specifier) => {
    if (specifier.startsWith('node:')) return [];
    const fault = specifier.startsWith('.')
      ? fileFault(file, from, targetOf(file, specifier))
      : vendorFault(file, specifier);
    return fault === null ? [] : [`${file} -> ${specifier}: ${fault}`];
  });
  return reach.computed && !computed.includes(file) ? [...faults, `${file}: a computed import`] : faults;
}

/** The wing of a file below `harness/`, or the folder beside it; null for neither. */
function placeOf(file: string): string | null {
  const [top = '', wing = ''] = file.split('/');
  if (Object.hasOwn(beside, top)) return top;
  return top === 'harness' && isOneOf(wings, wing) ? wing : null;
}

function fileFault(file: string, from: string, target: string): string | null {
  if (data.includes(target)) return null;
  if (isTest(target)) return 'only tests import what is for tests';
  const to = placeOf(target);
  if (to === null) return 'not in a wing';
  const forbidden = never.find((each) => isBelow(file, each.from) && isBelow(target, each.to));
  if (forbidden && !(forbidden.except && isBelow(file, forbidden.except)))
    return `${forbidden.from} never imports ${forbidden.to}`;
  return from === to || allowed(from).includes(to) ? null : `${from} does not import ${to}`;
}

function allowed(from: string): readonly string[] {
  if (isOneOf(Object.keys(beside) as (keyof typeof beside)[], from)) return beside[from];
  return wings.slice(0, wings.indexOf(from as (typeof wings)[number]));
}

function vendorFault(file: string, specifier: string): string | null {
  const name = Object.keys(vendors).find((each) => isBelow(specifier, each));
  if (name === undefined) return 'a package that is not listed';
  const places = vendors[name] ?? [];
  return places.some((place) => isBelow(file, place)) ? null : `${name} is imported in ${places.join(', ')}`;
}

/** What pure files and files for the browser load, directly or through others, and must not. */
function closureFaults(sources: readonly Source[], judged: readonly Source[]): string[] {
  const known = new Map(sources.map((source) => [source.file, source]));
  const below = (folders: readonly string[]) =>
    loadedBy(
      known,
      judged.filter(({ file }) => folders.some((folder) => isBelow(file, folder))),
    );
  const foreignIn = (folders: readonly string[], isForeign: (name: string) => boolean) =>
    [...below(folders)].flatMap(([source, by]) =>
      reachOf(source)
        .loaded.filter(isForeign)
        .map((name) => `${source.file}: ${name}: ${by} runs in a browser`),
    );
  return [
    ...[...below(pure)].flatMap(([source, by]) => {
      const { loaded, globals } = reachOf(source);
      const builtins = loaded.filter((name) => name.startsWith('node:') && !pureBuiltins.includes(name));
      return [...builtins, ...globals].map((name) => `${source.file}: ${name}: ${by} is pure`);
    }),
    ...foreignIn(inBrowser, (name) => name.startsWith('node:') || name === 'zod'),
    ...foreignIn(inBrowserWithSchemas, (name) => name.startsWith('node:')),
  ];
}

/** These files and all that they load, each with one of them that loads it. */
function loadedBy(known: ReadonlyMap<string, Source>, roots: readonly Source[]): Map<Source, string> {
  const found = new Map<Source, string>();
  const visit = (source: Source, by: string): void => {
    if (found.has(source)) return;
    found.set(source, by);
    for (const specifier of reachOf(source).loaded) {
      const target = specifier.startsWith('.') && known.get(targetOf(source.file, specifier));
      if (target) visit(target, by);
    }
  };
  for (const source of roots) visit(source, source.file);
  return found;
}

function isTest(file: string): boolean {
  return /\.test\.ts$/.test(file) || isBelow(file, forTests);
}

function isBelow(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}
