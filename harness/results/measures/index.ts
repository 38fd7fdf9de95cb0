import { durationMs } from './duration-ms.ts';
import { responseBytes } from './response-bytes.ts';
import { score } from './score.ts';
import { tokens } from './tokens.ts';
import { toolCalls } from './tool-calls.ts';
import { usd } from './usd.ts';
import { usdPerSuccess } from './usd-per-success.ts';

/** In the order used by tables and files. */
export const measures = [score, durationMs, toolCalls, responseBytes, tokens, usdPerSuccess, usd] as const;

export type Measure = (typeof measures)[number];
