import { lineStyles } from './line-styles.ts';
import type { Theme } from './theme.ts';

/** The page's colours where `canvas` stands, or those that it has in a light scheme. */
export function themeOf(canvas: HTMLElement, scheme: 'light' | ''): Theme {
  // A custom property is handed out as it was written, light-dark() and all; the colour of an element is resolved.
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
