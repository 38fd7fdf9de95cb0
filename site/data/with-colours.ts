import type { SiteSettings } from '../../harness/publish/site/site-settings.ts';

/** A style sheet in which colours of a project stand in place of those of `tokens.css`. */
export function withColours(css: string, colours: SiteSettings['colours']): string {
  return Object.entries(colours).reduce((text, [name, shade]) => {
    const property = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const stands = new RegExp(`${property}: light-dark\\([^)]*\\);`);
    return shade ? text.replace(stands, `${property}: light-dark(${shade.light}, ${shade.dark});`) : text;
  }, css);
}
