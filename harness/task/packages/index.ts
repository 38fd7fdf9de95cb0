import { miniwob } from './miniwob.ts';
import type { PagePackage } from './package.ts';

/** Every known package of pages. */
export const pagePackages: readonly PagePackage[] = [miniwob];
