import { lineStyles } from './line-styles.ts';
import type { Theme } from './theme.ts';

/** The colours of the page at `canvas`, or those of its light scheme. */
export function themeOf(canvas: HTMLElement, scheme: 'light' | ''): Theme {
  // A custom property is returned as written, with light-dark(); the colour of an element is resolved.
  const probe = document.createElement('span');
  probe.style.colorScheme = scheme;
  canvas.before(probe);
  const resolved = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const theme = {
    ink: resolved('ink'),
    quiet: resolved('quiet'),
    grid: resolved('line'),
    raised: resolved('raised'),
    lines: lineStyles.map((_, index) => resolved(`line-${index}`)),
    font: getComputedStyle(probe).fontFamily,
  };
  probe.remove();
  return theme;
}
