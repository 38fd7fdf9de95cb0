import { contrast } from './contrast.ts';

type Shade = { light: string; dark: string };

/** The colours of the site that a project may say otherwise: those of site/styles/tokens.css. */
export const siteColours = {
  paper: { light: '#fbfaf6', dark: '#121517' },
  raised: { light: '#ffffff', dark: '#1a1e21' },
  sunken: { light: '#f2f0e9', dark: '#0d1012' },
  ink: { light: '#1c1f21', dark: '#e9e7e1' },
  quiet: { light: '#5a6065', dark: '#a2a8ad' },
  line: { light: '#dedad0', dark: '#30373c' },
  accent: { light: '#0f5b57', dark: '#74cdc4' },
  accentSoft: { light: '#dcebe8', dark: '#17393a' },
  passed: { light: '#176b3a', dark: '#6fd39a' },
  failed: { light: '#a8261b', dark: '#ff9186' },
  errored: { light: '#7a5200', dark: '#e7b75c' },
} as const satisfies Record<string, Shade>;

type ColourName = keyof typeof siteColours;
export type SiteColours = { readonly [name in ColourName]?: Shade | undefined };

export const colourNames = Object.keys(siteColours) as ColourName[]; // the keys of a literal

const papers = ['paper', 'raised', 'sunken'] as const;

/** Which texts stand on which backgrounds. */
const texts: readonly { text: ColourName; on: readonly ColourName[] }[] = [
  { text: 'ink', on: [...papers, 'accentSoft'] },
  { text: 'accent', on: [...papers, 'accentSoft'] },
  ...(['quiet', 'passed', 'failed', 'errored'] as const).map((text) => ({ text, on: papers })),
];

/** WCAG 2.2 AA, of text below 24 px. */
const minContrast = 4.5;

export type ContrastFault = { path: [ColourName, keyof Shade]; message: string };

/** What of a project's colours cannot be read beside the others, each by the field that is to be changed. */
export function contrastFaults(own: SiteColours): ContrastFault[] {
  const shadeOf = (name: ColourName): Shade => own[name] ?? siteColours[name];
  return texts.flatMap(({ text, on }) =>
    on.flatMap((background) =>
      (['light', 'dark'] as const).flatMap((scheme): ContrastFault[] => {
        if (!own[text] && !own[background]) return [];
        const [front, back] = [shadeOf(text)[scheme], shadeOf(background)[scheme]];
        const ratio = contrast(front, back);
        // A shade that is no colour is another mistake.
        if (Number.isNaN(ratio) || ratio >= minContrast) return [];
        const changed = own[text] ? text : background;
        const message = `${text} ${front} on ${background} ${back} has a contrast of ${shown(ratio)}:1; WCAG AA asks for ${minContrast}:1`;
        return [{ path: [changed, scheme], message }];
      }),
    ),
  );
}

/** Never shown as more than it is. */
function shown(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}
