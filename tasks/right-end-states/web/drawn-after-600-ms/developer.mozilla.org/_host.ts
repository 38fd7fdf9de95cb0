import { drawnLater } from '../../../imitation.ts';

export const createHost = drawnLater('/en-US/docs/Web/API/Window/fetch', 'main', 600);
