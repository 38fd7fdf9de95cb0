import { doors } from './doors.ts';
import { beside } from './floors/beside.ts';
import { ground } from './floors/ground.ts';
import { play } from './floors/play.ts';
import { pure } from './floors/pure.ts';
import { roof } from './floors/roof.ts';
import { verbs } from './floors/verbs.ts';
import { verbsThatPlay } from './floors/verbs-that-play.ts';
import { whatIsPlayed } from './floors/what-is-played.ts';
import type { Law } from './law.ts';

/** Who may import whom. `npm run law` prints it into docs/architecture.md. */
export const theLaw: Law = {
  rooms: { ...roof, ...verbs, ...verbsThatPlay, ...play, ...whatIsPlayed, ...pure, ...ground, ...beside },
  doors,
};
