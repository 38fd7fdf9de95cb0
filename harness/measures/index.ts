import { durationMs } from './duration-ms.ts';
import { responseBytes } from './response-bytes.ts';
import { score } from './score.ts';
import { toolCalls } from './tool-calls.ts';
import { usd } from './usd.ts';

/** In the order in which tables and files have them. */
export const measures = [score, durationMs, toolCalls, responseBytes, usd] as const;

export type Measure = (typeof measures)[number];
