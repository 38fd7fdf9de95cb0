import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { serveExercises } from './serve-exercises.ts';

/** A second site for the frames of exercises. The gym stores the deeds done there. */
export const createEmbed: CreateHost = (world) =>
  serveExercises(
    world,
    (exercise, drawn, bench) => exercise.openEmbedded?.(drawn, bench),
    (exercise, fields) => world.post('gym.test', { kind: 'deed', exercise, fields }),
  );
