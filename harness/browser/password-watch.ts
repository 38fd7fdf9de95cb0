import type { CdpCommand } from './cdp.ts';

/** What pages patch is not seen in it. A guest can reach it, so nothing that is judged is read there. */
const worldName = 'contract-bench';

export const passwordBinding = 'contractBenchTyped';

/** What is sent to a page's session, so that values of password fields are known before a submit takes them away. */
export const passwordWatch: readonly CdpCommand[] = [
  ['Runtime.enable', undefined],
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
  // The binding that `passwordWatch` adds to this world.
  const report = (globalThis as unknown as { contractBenchTyped(value: string): void }).contractBenchTyped;
  const reportOf = (field: unknown) => {
    if (field instanceof HTMLInputElement && field.type === 'password' && field.value) report(field.value);
  };
  for (const type of ['input', 'change'])
    document.addEventListener(type, (event) => reportOf(event.composedPath()[0]), true);
  // A script may have set the value without an event.
  document.addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement) for (const field of target.elements) reportOf(field);
    },
    true,
  );
}
