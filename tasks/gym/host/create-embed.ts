import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { serveExercises } from './serve-exercises.ts';

/** Another site, for what exercises put into frames; what is done there is kept by the gym. */
export const createEmbed: CreateHost = (world) =>
  serveExercises(
    world,
    (exercise, drawn, bench) => exercise.openEmbedded?.(drawn, bench),
    (exercise, fields) => world.post('gym.test', { kind: 'deed', exercise, fields }),
  );
