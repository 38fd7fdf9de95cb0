import { styleText } from 'node:util';

export type Paint = { green(text: string): string; red(text: string): string; dim(text: string): string };

/** Colours on a terminal, none where `NO_COLOR` is set or the output is no terminal. */
export function painter(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const on = stream.isTTY === true && !env.NO_COLOR;
  const paint = (format: 'green' | 'red' | 'dim') => (text: string) =>
    on ? styleText(format, text, { validateStream: false }) : text;
  return { green: paint('green'), red: paint('red'), dim: paint('dim') };
}
