import { clicks } from './clicks.ts';
import { fields } from './fields.ts';
import type { Way } from './way.ts';

/** The pages that fixed rules solve, from the goal and the page under its seed. */
export const ways: Readonly<Record<string, Way>> = { ...clicks, ...fields };
