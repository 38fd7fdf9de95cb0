import ts from 'typescript';

/**
 * Habits that fail a test on a busy machine, or pass a test that never ran. A timer: wait on a condition instead (`until`,
 * `within`). An upper bound on the wall clock: pass the limit in and check its effect. A time limit shorter than that of
 * all tests, a retry, `skip` and `only`. Each as `line: what`. Text within strings is data and is not checked.
 */
export function badHabitsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const clocked = clockedNames(source);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const habit = timerIn(node) ?? optionIn(node) ?? limitIn(node) ?? boundIn(node, clocked);
    if (habit)
      found.push(`${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${habit}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const timers = new Set(['setTimeout', 'setInterval']);

function timerIn(node: ts.Node): string | null {
  if (ts.isImportDeclaration(node) && /^['"](node:)?timers/.test(node.moduleSpecifier.getText()))
    return 'a timer';
  return ts.isCallExpression(node) && timers.has(lastName(node.expression)) ? 'a timer' : null;
}

const modifiers = new Set(['skip', 'only', 'todo', 'skipIf', 'runIf']);

function optionIn(node: ts.Node): string | null {
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'retry')
    return 'a retry';
  if (!ts.isPropertyAccessExpression(node) || !modifiers.has(node.name.text)) return null;
  return /^(test|it|describe)\b/.test(node.expression.getText()) ? `.${node.name.text}` : null;
}

/** That of the configuration, which only something stuck reaches. */
const commonLimitMs = 180_000;

const limits = new Set(['testTimeout', 'hookTimeout']);

const limited = /^(test|it|describe|beforeAll|beforeEach|afterAll|afterEach)\b/;

/** A limit in the configuration of a file, or behind the function of a test or a hook. */
function limitIn(node: ts.Node): string | null {
  const limit =
    ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && limits.has(node.name.text)
      ? node.initializer
      : ts.isCallExpression(node) && limited.test(node.expression.getText())
        ? node.arguments.at(-1)
        : undefined;
  if (!limit || !ts.isNumericLiteral(limit)) return null;
  return Number(limit.text) < commonLimitMs ? 'a time limit of its own' : null;
}

/** An `expect` that asks the clock, or holds what was read from it below a limit. */
function boundIn(node: ts.Node, clocked: Set<string>): string | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { name, expression } = node.expression;
  if (!ts.isCallExpression(expression) || lastName(expression.expression) !== 'expect') return null;
  const values = [...expression.arguments, ...node.arguments];
  const isUpper = name.text.startsWith('toBeLessThan');
  const isBound = values.some((value) => asksClock(value) || (isUpper && names(value, clocked)));
  return isBound ? 'a bound on the wall clock' : null;
}

/** `tookMs` is what the players of `harness/testing` measure, `seconds` what a benchmark does; the rest are names that the file gives to a time. */
function clockedNames(source: ts.SourceFile): Set<string> {
  const found = new Set(['tookMs', 'elapsedMs', 'duration_ms', 'durationMs', 'seconds']);
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (asksClock(node.initializer) && !ts.isArrowFunction(node.initializer)) found.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function asksClock(node: ts.Node): boolean {
  return /\b(performance|Date)\.now\(|\bhrtime\b/.test(node.getText());
}

function names(node: ts.Node, wanted: Set<string>): boolean {
  if (ts.isIdentifier(node) && wanted.has(node.text)) return true;
  return ts.forEachChild(node, (child) => names(child, wanted) || undefined) ?? false;
}

function lastName(node: ts.Expression): string {
  return ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';
}
