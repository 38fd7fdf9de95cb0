import path from 'node:path';
import ts from 'typescript';

const options: ts.CompilerOptions = {
  // What Node 22 cannot parse yet (`await using`) is written in older words.
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  // In the file itself: what lies beside a host or a page is served, or taken for a page.
  inlineSourceMap: true,
  inlineSources: true,
  // Each file by itself: whether types hold is what `npm run types` says.
  noResolve: true,
  noLib: true,
  noCheck: true,
  types: [],
};

/**
 * TypeScript files as Node runs them, by the paths of the built files, each with its source in its map. Paths in quotes
 * that name one of them end in `.js`, whether they are imported, or given to a thread or a process; hints say the
 * command that a package has.
 */
export function toJavaScript(texts: ReadonlyMap<string, string>): Map<string, string> {
  const built = new Map<string, string>();
  const host: ts.CompilerHost = {
    getSourceFile: (file, languageVersion) => {
      const text = texts.get(file.slice(1));
      return text === undefined ? undefined : ts.createSourceFile(file, text, languageVersion);
    },
    fileExists: (file) => texts.has(file.slice(1)),
    readFile: (file) => texts.get(file.slice(1)),
    writeFile: (file, text) => void built.set(file.slice(1), text),
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getDefaultLibFileName: () => '/lib.d.ts',
    getNewLine: () => '\n',
  };
  const rootNames = [...texts.keys()].map((file) => `/${file}`);
  const program = ts.createProgram({ rootNames, options, host });
  const isSource = (file: string) => texts.has(file);
  program.emit(undefined, undefined, undefined, false, { before: [renamePaths(isSource)] });
  return built;
}

function renamePaths(isSource: (file: string) => boolean): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (source) => {
    const visit = (node: ts.Node): ts.Node => {
      const { factory } = context;
      if (ts.isStringLiteral(node)) {
        const text = asTyped(builtName(source.fileName.slice(1), node.text, isSource));
        return text === node.text ? node : factory.createStringLiteral(text, true);
      }
      if (ts.isTemplateHead(node) && asTyped(node.text) !== node.text)
        return factory.createTemplateHead(asTyped(node.text));
      if (ts.isTemplateMiddle(node) && asTyped(node.text) !== node.text)
        return factory.createTemplateMiddle(asTyped(node.text));
      if (ts.isTemplateTail(node) && asTyped(node.text) !== node.text)
        return factory.createTemplateTail(asTyped(node.text));
      return ts.visitEachChild(node, visit, context);
    };
    return ts.visitEachChild(source, visit, context);
  };
}

/** A hint as a user of the package types it. */
function asTyped(text: string): string {
  return text
    .replace(/npm run harness( --)?(?![\w-])/g, 'npx contract-bench')
    .replace(/\bnpm ci\b/g, 'npm install');
}

/** Astro strips the TypeScript of its pages itself, so only the imports of front matter and scripts are renamed. */
export function toBuiltPage(file: string, text: string, isSource: (file: string) => boolean): string {
  return text.replace(
    /(\b(?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"\n]+)\2/g,
    (_, before: string, quote: string, named: string) =>
      `${before}${quote}${builtName(file, named, isSource)}${quote}`,
  );
}

function builtName(file: string, named: string, isSource: (file: string) => boolean): string {
  if (!/^\.{1,2}\/.*\.ts$/.test(named)) return named;
  const target = path.posix.join(path.posix.dirname(file), named);
  return isSource(target) ? named.replace(/\.ts$/, '.js') : named;
}
