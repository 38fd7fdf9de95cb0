import { worldName } from './isolated-world.ts';

export const passwordBinding = 'contractBenchTyped';

/** What a page's session is told, so that values of password fields are heard of before a submit takes them away. */
export const passwordWatch: readonly (readonly [string, Record<string, unknown>])[] = [
  ['Runtime.enable', {}],
  ['Runtime.addBinding', { name: passwordBinding, executionContextName: worldName }],
  [
    'Page.addScriptToEvaluateOnNewDocument',
    { source: `(${watchInPage})()`, worldName, runImmediately: true },
  ],
];

/** Keeps of a value that grows, letter by letter, only the longest. */
export function noteTyped(typed: string[], value: string): void {
  const last = typed.at(-1);
  if (last !== undefined && value.startsWith(last)) typed.pop();
  if (!typed.includes(value)) typed.push(value);
}

/** Runs in the page: it can use nothing from outside of itself. */
function watchInPage(): void {
  const tell = (globalThis as unknown as { contractBenchTyped(value: string): void }).contractBenchTyped;
  const tellOf = (field: unknown) => {
    if (field instanceof HTMLInputElement && field.type === 'password' && field.value) tell(field.value);
  };
  for (const type of ['input', 'change'])
    document.addEventListener(type, (event) => tellOf(event.composedPath()[0]), true);
  // A script may have set the value without an event.
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement) for (const field of target.elements) tellOf(field);
    },
    true,
  );
}
