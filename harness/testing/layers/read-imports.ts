import ts from 'typescript';

/** What one source file reaches for. */
export type Reach = {
  /** Module specifiers as they are written: types, side effects and dynamic ones included. */
  imports: string[];
  /** Those of `imports` that are loaded when the file is; the others are for types alone. */
  loaded: string[];
  /** Words by which code gets a clock, chance, the network or the process without an import. */
  globals: string[];
  /** Whether it imports what is only known when it runs. */
  computed: boolean;
};

/** Reads a `.ts`, `.js` or `.mjs` file, or the front matter and the scripts of an `.astro` one. */
export function readImports(file: string, text: string): Reach {
  const scripts = file.endsWith('.astro') ? scriptsOf(text) : [text];
  const all = scripts.map((script) => reachOf(file, script));
  return {
    imports: [...new Set(all.flatMap(({ imports }) => imports))],
    loaded: [...new Set(all.flatMap(({ loaded }) => loaded))],
    globals: [...new Set(all.flatMap(({ globals }) => globals))],
    computed: all.some(({ computed }) => computed),
  };
}

function scriptsOf(text: string): string[] {
  const [, frontMatter = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const inPage = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  return [frontMatter, ...inPage.map(([, script = '']) => script)];
}

function reachOf(file: string, script: string): Reach {
  const { importedFiles } = ts.preProcessFile(script, true, true);
  const globals: string[] = [];
  const urls: string[] = [];
  const forTypes = new Set<string>();
  const forValues = new Set<string>();
  let computed = false;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isGlobal(node)) globals.push(node.text);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      computed ||= !node.arguments[0] || !ts.isStringLiteralLike(node.arguments[0]);
    const declared = declaredModule(node);
    if (declared) (declared.isType ? forTypes : forValues).add(declared.name);
    const url = moduleUrl(node);
    if (url !== null) urls.push(url);
    ts.forEachChild(node, visit);
  };
  const name = file.replace(/\.astro$/, '.ts');
  visit(ts.createSourceFile(name, script, ts.ScriptTarget.Latest, true));
  const imports = [...importedFiles.map(({ fileName }) => fileName), ...urls];
  const loaded = imports.filter((name) => forValues.has(name) || !forTypes.has(name));
  return { imports, loaded, globals, computed };
}

/** The module of an import or export declaration, or of `import('./x.ts').T`, and whether only its types are taken. */
function declaredModule(node: ts.Node): { name: string; isType: boolean } | null {
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return ts.isStringLiteral(node.argument.literal)
      ? { name: node.argument.literal.text, isType: true }
      : null;
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return null;
  if (!node.moduleSpecifier || !ts.isStringLiteral(node.moduleSpecifier)) return null;
  const isType = ts.isExportDeclaration(node)
    ? node.isTypeOnly
    : node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  return { name: node.moduleSpecifier.text, isType };
}

/** `new URL('./worker.ts', import.meta.url)`: the way a thread or a process gets its module. */
function moduleUrl(node: ts.Node): string | null {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'URL') return null;
  const [target, base] = node.arguments ?? [];
  if (!target || !ts.isStringLiteralLike(target) || base?.getText() !== 'import.meta.url') return null;
  return /^\.{1,2}\/.*\.(ts|js|mjs)$/.test(target.text) ? target.text : null;
}

/** Found by name alone: another name needs an import. */
const distinctive = new Set([
  'fetch',
  'randomUUID',
  'randomBytes',
  'randomInt',
  'getRandomValues',
  'WebSocket',
]);
const ambient = new Set([
  'Date',
  'performance',
  'process',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'XMLHttpRequest',
  'crypto',
  'eval',
  'Function',
]);

function isGlobal(node: ts.Identifier): boolean {
  const { parent, text } = node;
  if (text === 'random' && ts.isPropertyAccessExpression(parent) && parent.name === node)
    return parent.expression.getText() === 'Math';
  if (distinctive.has(text)) return true;
  if (!ambient.has(text)) return false;
  // A field, a name of a type or a property of something else that happens to be called so.
  const isName =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ts.isPropertySignature(parent) ||
    ts.isTypeReferenceNode(parent);
  return !isName;
}
