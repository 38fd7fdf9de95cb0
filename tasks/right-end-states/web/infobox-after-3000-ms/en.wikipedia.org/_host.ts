import { drawnLater } from '../../../imitation.ts';

export const createHost = drawnLater('/wiki/Eiffel_Tower', '.infobox', 3000);
